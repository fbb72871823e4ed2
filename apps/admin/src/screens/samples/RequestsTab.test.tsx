import { getListSampleRequestsMockHandler, getRetrySampleRequestSyncMockHandler } from '@app/api-client/mocks'
import type { SampleRequest } from '@app/api-client'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { refusing, renderAdmin, signedIn, useAdmin, toast } from '../../../test/admin.tsx'
import { sampleRequest } from '../../../test/records.ts'
import { requestRow } from '../../../test/request-row.ts'

const { server } = useAdmin()

beforeEach(() => localStorage.setItem('request-layout', '"cards"'))
afterEach(() => localStorage.removeItem('request-layout'))

const path = '/api/admin/print-samples'
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))
const card = (name: string) => within(screen.getByRole('listitem', { name }))

/** Opens the tab with cards, which show every detail. */
async function open(...requests: SampleRequest[]) {
  server.use(signedIn, getListSampleRequestsMockHandler(requests))
  renderAdmin('/samples?tab=requests')
  await screen.findByRole('list', { name: 'Sample requests' })
}

const other = sampleRequest({
  id: '01932c07-5b1c-7d52-8f3a-2b1f6f3f8a45',
  firstName: 'Nia',
  email: 'nia@example.com',
  addressLine1: '9 Example Road',
})

describe('a request', () => {
  test('shows every field with a value, and no labels for missing ones', async () => {
    await open(
      sampleRequest({
        phone: '(800) 555-0142',
        company: 'Example Roofing',
        addressLine2: 'Suite 4',
        notes: 'Gate code 12',
        pipedriveDealId: 77,
      }),
      other,
    )
    const full = card('Marcus Example')
    for (const text of ['Example Roofing', '12 Example Street', 'Suite 4', 'Cambridge, MA 02138', 'Gate code 12']) {
      expect(full.getByText(text)).toBeVisible()
    }
    expect(full.getByText('Postcards and letters')).toBeVisible()
    expect(full.getByRole('link', { name: 'marcus@example.com' })).toHaveAttribute('href', 'mailto:marcus@example.com')
    expect(full.getByRole('link', { name: '(800) 555-0142' })).toHaveAttribute('href', 'tel:8005550142')
    expect(full.getByRole('link', { name: /^View deal 77/ })).toHaveAttribute(
      'href',
      expect.stringMatching(/\/deal\/77$/),
    )
    expect(full.getByText('Nov 20, 2025, 10:04 AM')).toBeVisible()
    for (const label of ['Phone', 'Notes']) expect(card('Nia Example').queryByText(label)).not.toBeInTheDocument()
  })

  test('the badge shows the total', async () => {
    await open(sampleRequest(), other)
    expect(screen.getByText('Requests', { selector: 'div' })).toHaveTextContent('Requests 2')
  })

  test.each([
    ['synced', 'Synced', 'done'],
    ['pending', 'Pending', 'failed'],
    ['failed', 'Failed', 'failed'],
    ['not_configured', 'Not configured', 'failed'],
    [undefined, 'Pending', 'failed'],
  ])('sync status %s reads %s', async (status, text, state) => {
    server.use(
      signedIn,
      http.get(`*${path}`, () => HttpResponse.json([{ ...sampleRequest(), processed: true, pipedriveStatus: status }])),
    )
    renderAdmin('/samples?tab=requests')
    await screen.findByText('Marcus Example')
    const badge = document.querySelector('[data-sync]')
    expect(badge).toHaveTextContent(text)
    expect(badge).toHaveAttribute('data-sync', state)
    expect(badge?.getAttribute('style')).toContain(state === 'done' ? 'teal' : 'red')
  })

  test('points out the same address or email', async () => {
    await open(sampleRequest({ duplicateBy: ['email', 'address'] }), { ...other, duplicateBy: ['address'] })
    expect(card('Nia Example').getByText('Same address as another request')).toBeVisible()
    expect(card('Marcus Example').getByText(/^Same email and address as another request/)).toBeVisible()
    await userEvent.click(screen.getByRole('link', { name: 'Show all from marcus@example.com' }))
    expect(window.location.search).toBe('?tab=requests&q=marcus%40example.com')
  })
})

describe('the table', () => {
  beforeEach(() => localStorage.removeItem('request-layout'))
  const row = (name: string) => within(screen.getByRole('row', requestRow(name)))

  async function openTable(...requests: SampleRequest[]) {
    server.use(signedIn, getListSampleRequestsMockHandler(requests))
    renderAdmin('/samples?tab=requests')
    await screen.findByRole('region', { name: 'Sample requests' })
  }

  test('is the first layout, and the choice of cards is remembered', async () => {
    await openTable(sampleRequest())
    await press('Show as cards')
    expect(screen.getByRole('listitem', { name: 'Marcus Example' })).toBeVisible()
    expect(localStorage.getItem('request-layout')).toBe('"cards"')
  })

  test('shows who, where to, what, and its progress in a row, whose name opens the request', async () => {
    await openTable(
      sampleRequest({
        company: 'Example Roofing',
        phone: '(800) 555-0142',
        addressLine2: 'Suite 4',
        duplicateBy: ['address'],
        printedBy: 'Omar Example',
        printedAt: '2025-11-20T14:04:05.123Z',
      }),
      other,
    )
    const first = row('Marcus Example')
    for (const text of ['Example Roofing', '(800) 555-0142', '12 Example Street, Suite 4', 'Duplicate?']) {
      expect(first.getByText(text)).toBeVisible()
    }
    expect(first.getByTitle('Cambridge, MA 02138')).toHaveTextContent('Cambridge, MA 02138')
    expect(first.getByText(/^Printed/)).toHaveTextContent('Printed by Omar Example')
    expect(row('Nia Example').queryByText('Duplicate?')).toBeNull()
    await userEvent.click(first.getByRole('button', { name: 'Marcus Example' }))
    expect(await screen.findByRole('dialog', { name: 'Samples for Marcus Example' })).toBeVisible()
  })

  test.each([
    ['failed', 'Failed', true],
    ['not_configured', 'Not configured', false],
  ] as const)('a request whose sync is %s reads %s', async (pipedriveStatus, text, standsOut) => {
    await openTable(sampleRequest({ pipedriveStatus }))
    const mark = row('Marcus Example').getByText(text)
    expect(mark.closest('.mantine-Badge-root') !== null).toBe(standsOut)
  })
})

describe('the CRM', () => {
  const failed = sampleRequest({ pipedriveStatus: 'failed', pipedriveError: 'The CRM refused the address.' })

  test('shows a failure in words, with a retry', async () => {
    await open(failed)
    expect(screen.getByText('The CRM refused the address.')).toBeVisible()
    server.use(
      getRetrySampleRequestSyncMockHandler({ requeued: 1 }),
      getListSampleRequestsMockHandler([sampleRequest()]),
    )
    await press('Retry sync for Marcus Example')
    await waitFor(() => expect(toast()).toHaveTextContent('CRM sync will be tried again'))
    expect(await screen.findByText('Synced', { selector: '[data-sync] *' })).toBeVisible()
  })

  test('a failed retry shows an error', async () => {
    await open(failed)
    server.use(refusing('post', `${path}/:id/retry-sync`, 503))
    await press('Retry sync for Marcus Example')
    await waitFor(() => expect(toast()).toHaveTextContent('ErrorFailed to retry the CRM sync'))
  })
})

describe('filters', () => {
  test('URL, request, and export have the same filters', async () => {
    const requested: string[] = []
    server.use(
      signedIn,
      http.get(`*${path}`, ({ request }) => {
        requested.push(new URL(request.url).search)
        return HttpResponse.json([])
      }),
    )
    renderAdmin('/samples?tab=requests&processed=false')
    expect(await screen.findByText('All done')).toBeVisible()
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search requests' }), 'nia')
    await waitFor(() => expect(requested.at(-1)).toBe('?q=nia&processed=false&order=work&limit=50'))
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
})
