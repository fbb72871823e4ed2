import type { SampleRequest, SampleRequestCounts } from '@app/api-client'
import {
  getGetSampleRequestCountsMockHandler,
  getListSampleRequestsMockHandler,
  getRetryFailedSampleRequestSyncsMockHandler,
  getRetrySampleRequestSyncMockHandler,
} from '@app/api-client/mocks'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { afterEach, expect, test } from 'vitest'
import { failing, refusing, renderAdmin, signedIn, useAdmin } from '../../../test/admin.tsx'
import { sampleRequest } from '../../../test/records.ts'
import { requestRow } from '../../../test/request-row.ts'
import { fill, press, says } from '../../../test/user-actions.ts'

const { server } = useAdmin()

afterEach(() => localStorage.removeItem('request-layout'))

const path = '/api/admin/print-samples'
const card = (name: string) => within(screen.getByRole('listitem', { name }))

/** Responds with these requests. Records the list's queries. */
function watchQueries(...found: SampleRequest[]): string[] {
  const queries: string[] = []
  server.use(
    http.get(`*${path}`, ({ request }) => {
      queries.push(new URL(request.url).search)
      return HttpResponse.json(found)
    }),
  )
  return queries
}

const full = sampleRequest({
  phone: '(800) 555-0142',
  company: 'Example Roofing',
  addressLine2: 'Suite 4',
  notes: 'Gate code 12',
  pipedriveDealId: 77,
  duplicateBy: ['email', 'address'],
  printedBy: 'Omar Example',
  printedAt: '2025-11-20T14:04:05.123Z',
})
const failed = sampleRequest({
  id: 'nia',
  firstName: 'Nia',
  duplicateBy: ['address'],
  pipedriveStatus: 'failed',
  pipedriveError: 'The CRM refused the address.',
})
const { pipedriveStatus: _status, ...untried } = sampleRequest({ id: 'kai', firstName: 'Kai' })
const requests = [
  full,
  failed,
  sampleRequest({ id: 'omar', firstName: 'Omar', pipedriveStatus: 'pending' }),
  sampleRequest({ id: 'lee', firstName: 'Lee', pipedriveStatus: 'not_configured' }),
  untried,
]

test('rows show name, address, contents, and progress; cards show every non-empty field and the CRM status', async () => {
  server.use(
    signedIn,
    http.get(`*${path}`, () => HttpResponse.json(requests)),
  )
  renderAdmin('/samples?tab=requests')
  await screen.findByTitle('Marcus Example')
  expect(screen.getByText('Requests', { selector: 'div' })).toHaveTextContent('Requests 5')
  const row = requestRow('Marcus Example')
  for (const text of ['Example Roofing', '(800) 555-0142', '12 Example Street, Suite 4', 'Duplicate?']) {
    expect(row.getByText(text)).toBeVisible()
  }
  expect(row.getByTitle('Cambridge, MA 02138')).toHaveTextContent('Cambridge, MA 02138')
  expect(row.getByText(/^Printed/)).toHaveTextContent('Printed by Omar Example')
  expect(requestRow('Omar Example').queryByText('Duplicate?')).toBeNull()
  // A row shows the CRM status only after a failure.
  for (const [name, text, standsOut] of [
    ['Nia Example', 'Failed', true],
    ['Lee Example', 'Not configured', false],
  ] as const) {
    const badge = requestRow(name).getByText(text).closest('.mantine-Badge-root')
    expect([text, badge !== null]).toEqual([text, standsOut])
  }

  await press('Show as cards')
  expect(localStorage.getItem('request-layout')).toBe('"cards"')
  const first = card('Marcus Example')
  for (const text of ['Example Roofing', '12 Example Street', 'Suite 4', 'Cambridge, MA 02138', 'Gate code 12']) {
    expect(first.getByText(text)).toBeVisible()
  }
  expect(first.getByText('Postcards and letters')).toBeVisible()
  const linkTo = (name: string | RegExp) => first.getByRole('link', { name }).getAttribute('href')
  expect(linkTo('marcus@example.com')).toBe('mailto:marcus@example.com')
  expect(linkTo('(800) 555-0142')).toBe('tel:8005550142')
  expect(linkTo(/^View deal 77/)).toMatch(/\/deal\/77$/)
  expect(linkTo('Show all from marcus@example.com')).toBe('/admin/samples?tab=requests&q=marcus%40example.com')
  expect(first.getByText('Nov 20, 2025, 10:04 AM')).toBeVisible()
  expect(first.getByText(/^Same email and address as another request/)).toBeVisible()
  expect(card('Nia Example').getByText('Same address as another request')).toBeVisible()
  for (const label of ['Phone', 'Notes']) expect(card('Nia Example').queryByText(label)).not.toBeInTheDocument()
  const marks = [...document.querySelectorAll('[data-sync]')].map((badge) => [
    badge.textContent,
    badge.getAttribute('data-sync'),
    /teal|red/.exec(badge.getAttribute('style') ?? '')?.[0],
  ])
  expect(marks).toEqual([
    ['Synced', 'done', 'teal'],
    ['Failed', 'failed', 'red'],
    ['Pending', 'failed', 'red'],
    ['Not configured', 'failed', 'red'],
    ['Pending', 'failed', 'red'],
  ])

  expect(card('Nia Example').getByText('The CRM refused the address.')).toBeVisible()
  server.use(refusing('post', `${path}/:id/retry-sync`, 503))
  await press('Retry sync for Nia Example')
  await says('ErrorFailed to retry the CRM sync')
  server.use(
    getRetrySampleRequestSyncMockHandler({ requeued: 1 }),
    getListSampleRequestsMockHandler([{ ...failed, pipedriveStatus: 'synced' }]),
  )
  await press('Retry sync for Nia Example')
  await says('CRM sync will be tried again')
  expect(await card('Nia Example').findByText('Synced')).toBeVisible()
})

test('uses the same filters in the URL, the request, and the export', async () => {
  const queries = watchQueries()
  server.use(signedIn)
  renderAdmin('/samples?tab=requests&processed=false')
  expect(await screen.findByText('All done')).toBeVisible()
  fill(screen.getByRole('searchbox', { name: 'Search requests' }), 'nia')
  await waitFor(() => expect(queries.at(-1)).toBe('?q=nia&processed=false&order=work&limit=50'))
  expect(window.location.search).toBe('?tab=requests&processed=false&q=nia')
  expect(screen.getByRole('link', { name: 'Export CSV' })).toHaveAttribute(
    'href',
    '/api/admin/print-samples/export?q=nia&processed=false',
  )
  await press('Remove filter Search: nia')
  await waitFor(() => expect(window.location.search).toBe('?tab=requests&processed=false'))
  await press('Clear all')
  expect(await screen.findByText('No sample requests yet')).toBeVisible()
})

test('views have URLs and counts that follow changes, and are shown even without counts', async () => {
  const none = { all: 0, pending: 0, late: 0, toPrint: 0, printed: 0, processed: 0, syncFailed: 0 }
  const counted = (counts: Partial<SampleRequestCounts>) => getGetSampleRequestCountsMockHandler({ ...none, ...counts })
  const views = () => screen.getByRole('tablist', { name: 'Views' })
  const tabs = () => [...views().querySelectorAll('[role=tab]')].map((tab) => tab.textContent?.trim())
  const selected = () => views().querySelector('[aria-selected=true]')?.textContent
  const queries = watchQueries(sampleRequest({ pipedriveStatus: 'failed' }))
  server.use(
    failing(`${path}/counts`, 500),
    signedIn,
    http.put(`*${path}/:id`, () => HttpResponse.json(sampleRequest({ processed: true }))),
  )
  renderAdmin('/samples?tab=requests&q=nia&page=2&cursor=abc')
  const names = ['All', 'Pending', 'Late', 'To print', 'Ready to send', 'Processed', 'Sync failed', 'Spam']
  await waitFor(() => expect(tabs()).toEqual(names))
  const show = (...counts: string[]) =>
    waitFor(() => expect(tabs()).toEqual(names.map((name, index) => `${name} ${counts[index] ?? ''}`.trim())))
  server.use(counted({ all: 128, pending: 7, late: 1, toPrint: 5, printed: 2, processed: 121, syncFailed: 2 }))
  await press('Refresh')
  await show('128', '7', '1', '5', '2', '121', '2')
  expect(selected()).toBe('All 128')
  // Each count covers the whole view, without other filters.
  for (const [view, query, url] of [
    ['Pending 7', 'processed=false', 'processed=false'],
    ['Late 1', 'processed=false&late=true', 'processed=false&late=true'],
    ['To print 5', 'processed=false&printed=false', 'processed=false&printed=false'],
    ['Ready to send 2', 'processed=false&printed=true', 'processed=false&printed=true'],
    ['Processed 121', 'processed=true', 'processed=true'],
    ['Sync failed 2', 'pipedriveStatus=failed', 'sync=failed'],
  ] as const) {
    await userEvent.click(screen.getByText(view.replace(/ \d+$/, ''), { selector: '[role=tab] *' }))
    await waitFor(() => expect(queries.at(-1)).toBe(`?${query}&order=work&limit=50`))
    expect(window.location.search).toBe(`?tab=requests&${url}`)
    expect(selected()).toBe(view)
  }
  await userEvent.click(screen.getByText('All', { selector: '[role=tab] *' }))
  expect(window.location.search).toBe('?tab=requests')

  server.use(counted({ all: 10_000, pending: 6, toPrint: 1, printed: 5, processed: 10_000, syncFailed: 2 }))
  await userEvent.click(await screen.findByRole('button', { name: 'Pending' }))
  await show('10,000+', '6', '0', '1', '5', '10,000+', '2')
  server.use(
    counted({ all: 1, processed: 1 }),
    getRetryFailedSampleRequestSyncsMockHandler({ requeued: 2, remaining: 0 }),
  )
  await press('Retry failed requests')
  await show('1', '0', '0', '0', '0', '1', '0')
  expect(screen.queryByRole('button', { name: 'Retry failed requests' })).not.toBeInTheDocument()
  expect(document.activeElement).not.toBe(document.body)
})
