import {
  getGetLeadRoutingSettingsMockHandler,
  getListSampleRequestHistoryMockHandler,
  getRetrySampleRequestSyncMockHandler,
} from '@app/api-client/mocks'
import type { SampleRequest } from '@app/api-client'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { failing, renderAdmin, signedIn, signedInAsViewer, streams, useAdmin, toast } from '../../../test/admin.tsx'
import { changed } from '../../../test/changes.ts'
import { sampleRequest } from '../../../test/records.ts'
import { rememberRequests } from '../../../test/remember-requests.ts'
import { requestRow } from '../../../test/request-row.ts'
import { areClosed, fill, says } from '../../../test/user-actions.ts'

const { server } = useAdmin()

const path = '/api/admin/print-samples'
const number = '9400111899223100001234'
const edit = `&edit=${sampleRequest().id}`
const byNia = { version: 2, changedBy: 'Nia Example' }
const dialog = () => screen.findByRole('dialog', { name: 'Samples for Marcus Example' })
const field = () => screen.getByLabelText('Tracking number')
const processedBox = () => screen.getByLabelText('Processed: samples have been sent')
const mailBox = () => screen.queryByLabelText(/^Email the requester/)
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }))

/** Opens the tab, or a dialog on it. Returns the sent bodies. */
async function open(request: SampleRequest, search = '', session = signedIn) {
  const sent: unknown[] = []
  const remembered = rememberRequests(server, request)
  server.use(
    session,
    getListSampleRequestHistoryMockHandler([]),
    http.patch(`*${path}/:id`, async ({ request: call, params }) => {
      const stored = remembered.stored.get(String(params['id']))
      if (!stored) return HttpResponse.json(null, { status: 404 })
      if (call.headers.get('if-match') !== `"${stored.version ?? 1}"`)
        return HttpResponse.json({ status: 412 }, { status: 412 })
      // The body sent by the form.
      const change = (await call.json()) as Partial<SampleRequest>
      sent.push(change)
      const after = { ...stored, ...change, version: (stored.version ?? 1) + 1 }
      remembered.stored.set(after.id, after)
      return changed(after)
    }),
  )
  renderAdmin(`/samples?tab=requests${search}`)
  await (search.includes('edit=') ? dialog() : screen.findByTitle('Marcus Example'))
  return { ...remembered, sent }
}

const mailing = ({ canMail }: { canMail: boolean }) =>
  getGetLeadRoutingSettingsMockHandler({
    confirmsVisitors: false,
    mailsRequesters: true,
    assigneeIds: [],
    canMail,
    version: 1,
  })

describe('a request', () => {
  test('saves a tracking number and marks the request as processed in one call, which can be undone', async () => {
    const { sent } = await open(sampleRequest())
    await userEvent.click(requestRow('Marcus Example').getByTitle('Marcus Example'))
    await dialog()
    expect(field()).toHaveFocus()
    await userEvent.keyboard('123{Enter}')
    expect(await screen.findByText('Enter 8 to 40 letters and digits, or leave it empty')).toBeVisible()
    expect(field()).toHaveValue('123')
    fill(field(), '9400 1118 9922 3100 0012 34')
    await userEvent.click(processedBox())
    await save()
    await says('SuccessSample request updated successfully')
    expect(sent).toEqual([{ trackingNumber: number, processed: true }])
    const link = requestRow('Marcus Example').getByRole('link', { name: /^9400/ })
    expect(link).toHaveAttribute('href', expect.stringContaining(number))
    expect(window.location.search).toBe('?tab=requests')
    expect(within(toast()).getByRole('button', { name: 'Undo' })).toBeVisible()
  })

  test('emails its requester according to the settings until staff choose, and about a new number only on request', async () => {
    server.use(mailing({ canMail: true }))
    const { sent } = await open(sampleRequest(), edit)
    expect(mailBox()).not.toBeInTheDocument()
    await userEvent.click(processedBox())
    await waitFor(() => expect(mailBox()).toBeChecked())
    await userEvent.click(screen.getByLabelText(/^Email the requester/))
    await save()
    await waitFor(() => expect(sent).toEqual([{ processed: true, notifyRequester: false }]))
    await areClosed()

    await userEvent.click(screen.getByTitle('Marcus Example'))
    await dialog()
    expect(mailBox()).not.toBeChecked()
    fill(field(), number)
    await userEvent.click(screen.getByLabelText(/^Email the requester/))
    await save()
    await waitFor(() => expect(sent.at(-1)).toEqual({ trackingNumber: number, notifyRequester: true }))
  })

  test('shows every field, says that no email can be sent, retries the CRM, and lets staff correct the address', async () => {
    server.use(mailing({ canMail: false }))
    const request = sampleRequest({
      notes: 'Ring twice.',
      phone: '(800) 555-0142',
      pipedriveStatus: 'failed',
      pipedriveError: 'The CRM refused the address.',
    })
    const { sent } = await open(request, edit)
    const opened = within(await dialog())
    expect(opened.getByText('Ring twice.')).toBeVisible()
    expect(opened.getByText('(800) 555-0142')).toHaveRole('link')
    expect(opened.getAllByText('Send to')).toHaveLength(1)
    expect(opened.getByText('The CRM refused the address.')).toBeVisible()
    server.use(getRetrySampleRequestSyncMockHandler({ requeued: 1 }))
    await userEvent.click(opened.getByRole('button', { name: 'Retry sync for Marcus Example' }))
    await says('CRM sync will be tried again')

    await userEvent.click(processedBox())
    expect(await opened.findByText(/No email server is set up/)).toBeVisible()
    expect(mailBox()).toBeDisabled()
    expect(mailBox()).not.toBeChecked()
    await userEvent.click(processedBox())
    const zip = opened.getByLabelText(/^ZIP/)
    fill(zip, '8951')
    await save()
    expect(opened.getByText('Enter 5 or 9 digits, like 02138-1234')).toBeVisible()
    fill(zip, '89510')
    fill(opened.getByLabelText('Address line 2'), ' Suite 4 ')
    await save()
    await waitFor(() => expect(sent).toEqual([{ addressLine2: 'Suite 4', zip: '89510' }]))
  })

  test('merges a colleague’s mark with the user’s edit, and asks which tracking number to keep', async () => {
    const { stored, sent } = await open(sampleRequest(), edit)
    fill(field(), number)
    stored.set(sampleRequest().id, sampleRequest({ ...byNia, processed: true }))
    await save()
    await says('Kept Nia Example’s change: Status Processed.')
    expect(sent).toEqual([{ trackingNumber: number }])
    const merged = { processed: true, trackingNumber: number }
    expect(stored.get(sampleRequest().id)).toMatchObject(merged)
    await areClosed()

    await userEvent.click(screen.getByTitle('Marcus Example'))
    await dialog()
    fill(field(), 'CD12345678')
    stored.set(sampleRequest().id, sampleRequest({ ...byNia, ...merged, trackingNumber: 'AB12345678', version: 9 }))
    await save()
    expect(await screen.findByRole('cell', { name: 'AB12345678' })).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Overwrite' }))
    await waitFor(() => expect(stored.get(sampleRequest().id)).toMatchObject({ trackingNumber: 'CD12345678' }))
  })

  test('that has since left the list opens with the typed text', async () => {
    const { stored } = await open(sampleRequest(), `&processed=false${edit}`)
    fill(field(), number)
    cleanup()
    stored.set(sampleRequest().id, sampleRequest({ ...byNia, processed: true }))
    renderAdmin(`/samples?tab=requests&processed=false${edit}`)
    await dialog()
    expect(field()).toHaveValue(number)
    expect(screen.getByText('Kept Nia Example’s change: Status Processed.')).toBeVisible()
    await save()
    await waitFor(() =>
      expect(stored.get(sampleRequest().id)).toMatchObject({ processed: true, trackingNumber: number }),
    )
  })

  test('keeps the typed text when it no longer exists, and when its author becomes a viewer', async () => {
    const { stored } = await open(sampleRequest(), edit)
    fill(field(), number)
    stored.clear()
    await save()
    expect(await screen.findByText('Someone else deleted this sample request')).toBeVisible()
    expect(field()).toHaveValue(number)
    server.use(signedInAsViewer)
    act(() => streams[0]?.emit({ kind: 'ready', changed: 'accounts', count: 1, ids: ['staff-1'] }))
    await says('You’re now a viewer.')
    expect(field()).toHaveValue(number)
    expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled()
  })

  test('shows viewers its state and its history, or the history’s loading failure, and cannot be changed by them', async () => {
    await open(sampleRequest({ trackingNumber: number, pipedriveStatus: 'failed' }), '', signedInAsViewer)
    server.use(failing(`${path}/:id/history`, 503))
    expect(screen.queryByRole('button', { name: /Pending|Retry|Mark/ })).not.toBeInTheDocument()
    await userEvent.click(screen.getByTitle('Marcus Example'))
    const opened = within(await dialog())
    expect(await opened.findByText('The history could not be loaded')).toBeVisible()
    expect(screen.queryByLabelText('Tracking number')).not.toBeInTheDocument()
    const by = { byId: '01932c07-5b1c-7d52-8f3a-2b1f6f3f8a22', at: '2025-11-20T15:04:05.123Z' }
    const [pending, processed] = ['false', 'true']
    server.use(
      getListSampleRequestHistoryMockHandler([
        { ...by, kind: 'mail', by: 'Nia Example', changes: [], mailStatus: 'sent' },
        {
          ...by,
          kind: 'undo',
          by: 'Nia Example',
          version: 3,
          changes: [{ field: 'processed', before: processed, after: pending }],
        },
        {
          ...by,
          kind: 'change',
          by: 'Omar Example',
          version: 2,
          changes: [
            { field: 'printedAt', before: null, after: by.at },
            { field: 'processed', before: pending, after: processed },
          ],
        },
      ]),
    )
    await userEvent.click(opened.getByRole('button', { name: 'Retry' }))
    const history = within(screen.getByRole('region', { name: 'History' }))
    await waitFor(() =>
      expect(history.queryAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
        'Email to the requester: sentNia Example, Nov 20, 2025, 10:04 AM',
        'Undone: Status: PendingNia Example, Nov 20, 2025, 10:04 AM',
        'Label: Printed, Status: ProcessedOmar Example, Nov 20, 2025, 10:04 AM',
      ]),
    )
  })
})

test('a row shows its waiting time, tracking number, and who printed it; m marks it, and t opens it', async () => {
  const printed = { printedBy: 'Nia Example', printedAt: '2025-11-20T15:04:05.123Z' }
  const request = sampleRequest({ ...printed, trackingNumber: number, waitingDays: 3, isLate: true })
  const { stored, writes } = await open(request)
  const row = () => requestRow('Marcus Example')
  expect(row().getByText('Late: 3 days')).toBeVisible()
  expect(row().getByText(/^Printed by/)).toHaveTextContent('Printed by Nia Example, Nov 20, 2025')
  expect(row().getByRole('link', { name: /^9400/ })).toBeVisible()
  await userEvent.keyboard('j')
  expect(screen.getByTitle('Marcus Example')).toHaveFocus()
  await userEvent.keyboard('m')
  await says('1 request marked as processed')
  expect(stored.get(sampleRequest().id)).toMatchObject({ processed: true })
  // Nothing is left to mark.
  await userEvent.keyboard('xm')
  expect(writes).toHaveLength(1)
  await userEvent.keyboard('t')
  expect(await dialog()).toBeVisible()
})
