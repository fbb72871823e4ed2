import type { SampleRequestCounts } from '@app/api-client'
import {
  getGetSampleRequestCountsMockHandler,
  getRetryFailedSampleRequestSyncsMockHandler,
} from '@app/api-client/mocks'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { failing, renderAdmin, signedIn, useAdmin } from '../../../test/admin.tsx'
import { sampleRequest } from '../../../test/records.ts'

const { server } = useAdmin()

const noRequests = { all: 0, pending: 0, late: 0, toPrint: 0, printed: 0, processed: 0, syncFailed: 0 }
const counted = (counts: Partial<SampleRequestCounts>) =>
  getGetSampleRequestCountsMockHandler({ ...noRequests, ...counts })

const path = '/api/admin/print-samples'
const views = () => screen.getByRole('tablist', { name: 'Views' })
const tabs = () => [...views().querySelectorAll('[role=tab]')].map((tab) => tab.textContent)
const selected = () => views().querySelector('[aria-selected=true]')?.textContent
const press = async (name: RegExp) => userEvent.click(screen.getByRole('tab', { name }))

/** Opens the tab. Returns the list's queries. */
async function open(search = '') {
  const requested: string[] = []
  server.use(
    signedIn,
    http.get(`*${path}`, ({ request }) => {
      requested.push(new URL(request.url).search)
      return HttpResponse.json([sampleRequest({ pipedriveStatus: 'failed' })])
    }),
    http.put(`*${path}/:id`, () => HttpResponse.json(sampleRequest({ processed: true }))),
  )
  renderAdmin(`/samples?tab=requests${search}`)
  await screen.findByRole('region', { name: 'Sample requests' })
  return requested
}

describe('views of the requests', () => {
  test('have counts, and each has a URL', async () => {
    const requested = await open('&q=nia&page=2&cursor=abc')
    await waitFor(() =>
      expect(tabs()).toEqual([
        'All 128',
        'Pending 7',
        'Late 1',
        'To print 5',
        'Ready to send 2',
        'Processed 121',
        'Sync failed 2',
        'Spam ',
      ]),
    )
    expect(selected()).toBe('All 128')
    await press(/^Pending/)
    // The count is for the whole view, without other filters.
    await waitFor(() => expect(requested.at(-1)).toBe('?processed=false&order=work&limit=50'))
    expect(window.location.search).toBe('?tab=requests&processed=false')
    expect(selected()).toBe('Pending 7')
    await press(/^Late/)
    await waitFor(() => expect(requested.at(-1)).toBe('?processed=false&late=true&order=work&limit=50'))
    expect(window.location.search).toBe('?tab=requests&processed=false&late=true')
    expect(selected()).toBe('Late 1')
    await press(/^To print/)
    await waitFor(() => expect(requested.at(-1)).toBe('?processed=false&printed=false&order=work&limit=50'))
    await press(/^Ready to send/)
    await waitFor(() => expect(requested.at(-1)).toBe('?processed=false&printed=true&order=work&limit=50'))
    expect(selected()).toBe('Ready to send 2')
    await press(/^Sync failed/)
    await waitFor(() => expect(requested.at(-1)).toBe('?pipedriveStatus=failed&order=work&limit=50'))
    expect(window.location.search).toBe('?tab=requests&sync=failed')
    expect(selected()).toBe('Sync failed 2')
    await press(/^All/)
    expect(window.location.search).toBe('?tab=requests')
  })

  test('a change to a request updates the counts', async () => {
    await open()
    await waitFor(() => expect(tabs()[1]).toBe('Pending 7'))
    server.use(counted({ all: 10_000, pending: 6, toPrint: 1, printed: 5, processed: 10_000, syncFailed: 2 }))
    await userEvent.click(screen.getByRole('button', { name: 'Pending' }))
    await waitFor(() =>
      expect(tabs()).toEqual([
        'All 10,000+',
        'Pending 6',
        'Late 0',
        'To print 1',
        'Ready to send 5',
        'Processed 10,000+',
        'Sync failed 2',
        'Spam ',
      ]),
    )
    server.use(
      counted({ all: 1, processed: 1 }),
      getRetryFailedSampleRequestSyncsMockHandler({ requeued: 2, remaining: 0 }),
    )
    await userEvent.click(screen.getByRole('button', { name: 'Retry failed requests' }))
    await waitFor(() => expect(tabs().at(-2)).toBe('Sync failed 0'))
    expect(screen.queryByRole('button', { name: 'Retry failed requests' })).not.toBeInTheDocument()
    expect(document.activeElement).not.toBe(document.body)
  })

  test('are shown even if their counts fail to load', async () => {
    server.use(failing(`${path}/counts`, 500))
    await open()
    expect(tabs().map((tab) => tab?.trim())).toEqual([
      'All',
      'Pending',
      'Late',
      'To print',
      'Ready to send',
      'Processed',
      'Sync failed',
      'Spam',
    ])
  })
})
