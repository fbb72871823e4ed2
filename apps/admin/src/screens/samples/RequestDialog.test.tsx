import {
  getGetLeadRoutingSettingsMockHandler,
  getListSampleRequestHistoryMockHandler,
  getRetrySampleRequestSyncMockHandler,
} from '@app/api-client/mocks'
import type { SampleRequest } from '@app/api-client'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { failing, renderAdmin, signedIn, signedInAsViewer, streams, useAdmin, toast } from '../../../test/admin.tsx'
import { changed } from '../../../test/changes.ts'
import { sampleRequest } from '../../../test/records.ts'
import { rememberRequests } from '../../../test/remember-requests.ts'
import { requestRow } from '../../../test/request-row.ts'

const { server } = useAdmin()

const path = '/api/admin/print-samples'
const number = '9400111899223100001234'
const row = () => within(screen.getByRole('row', requestRow('Marcus Example')))
const dialog = () => screen.findByRole('dialog', { name: 'Samples for Marcus Example' })
const field = () => screen.getByRole('textbox', { name: 'Tracking number' })
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }))

/** Opens the dialog. Returns what was sent. */
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
  await screen.findByRole('row', requestRow('Marcus Example'))
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
  test('gets a tracking number and is processed in one call, which can be undone', async () => {
    const { sent } = await open(sampleRequest())
    await userEvent.click(row().getByRole('button', { name: 'Marcus Example' }))
    await dialog()
    expect(field()).toHaveFocus()
    await userEvent.keyboard('9400 1118 9922 3100 0012 34')
    await userEvent.click(screen.getByRole('checkbox', { name: 'Processed: samples have been sent' }))
    await save()
    await waitFor(() => expect(toast()).toHaveTextContent('SuccessSample request updated successfully'))
    expect(sent).toEqual([{ trackingNumber: number, processed: true }])
    expect(row().getByRole('link', { name: /^9400/ })).toHaveAttribute('href', expect.stringContaining(number))
    expect(window.location.search).toBe('?tab=requests')
    expect(within(toast()).getByRole('button', { name: 'Undo' })).toBeVisible()
  })

  test('shows whether its requester gets an email: by default as in the settings, until staff choose', async () => {
    server.use(mailing({ canMail: true }))
    const { sent } = await open(sampleRequest(), `&edit=${sampleRequest().id}`)
    await dialog()
    const mails = () => screen.getByRole('checkbox', { name: /^Email the requester/ })
    expect(screen.queryByRole('checkbox', { name: /^Email the requester/ })).not.toBeInTheDocument()
    await userEvent.click(screen.getByRole('checkbox', { name: 'Processed: samples have been sent' }))
    await waitFor(() => expect(mails()).toBeChecked())
    await userEvent.click(mails())
    await save()
    await waitFor(() => expect(sent).toEqual([{ processed: true, notifyRequester: false }]))
  })

  test('shows all of it, and its address can be corrected', async () => {
    const request = sampleRequest({ notes: 'Ring twice.', phone: '(800) 555-0142' })
    const { sent } = await open(request, `&edit=${request.id}`)
    const opened = within(await dialog())
    expect(opened.getByText('Ring twice.')).toBeVisible()
    expect(opened.getByRole('link', { name: '(800) 555-0142' })).toBeVisible()
    expect(opened.getAllByText('Send to')).toHaveLength(1)
    const zip = opened.getByRole('textbox', { name: 'ZIP' })
    await userEvent.clear(zip)
    await userEvent.type(zip, '8951')
    await save()
    expect(opened.getByText('Enter 5 or 9 digits, like 02138-1234')).toBeVisible()
    await userEvent.type(zip, '0')
    await userEvent.type(opened.getByRole('textbox', { name: 'Address line 2' }), ' Suite 4 ')
    await save()
    await waitFor(() => expect(sent).toEqual([{ addressLine2: 'Suite 4', zip: '89510' }]))
  })

  test('emails a changed tracking number only on request', async () => {
    const { sent } = await open(sampleRequest({ processed: true }), `&edit=${sampleRequest().id}`)
    await dialog()
    const mails = screen.getByRole('checkbox', { name: /^Email the requester/ })
    await waitFor(() => expect(mails).toBeEnabled())
    expect(mails).not.toBeChecked()
    await userEvent.type(field(), number)
    await userEvent.click(mails)
    await save()
    await waitFor(() => expect(sent).toEqual([{ trackingNumber: number, notifyRequester: true }]))
  })

  test('sends no email without an email server, and explains that', async () => {
    server.use(mailing({ canMail: false }))
    await open(sampleRequest(), `&edit=${sampleRequest().id}`)
    await dialog()
    await userEvent.click(screen.getByRole('checkbox', { name: 'Processed: samples have been sent' }))
    expect(await screen.findByText(/No email server is set up/)).toBeVisible()
    const mails = screen.getByRole('checkbox', { name: /^Email the requester/ })
    expect(mails).toBeDisabled()
    expect(mails).not.toBeChecked()
  })

  test('shows why it is not in the CRM, and can be tried again', async () => {
    await open(
      sampleRequest({ pipedriveStatus: 'failed', pipedriveError: 'The CRM refused the address.' }),
      `&edit=${sampleRequest().id}`,
    )
    server.use(getRetrySampleRequestSyncMockHandler({ requeued: 1 }))
    expect(within(await dialog()).getByText('The CRM refused the address.')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Retry sync for Marcus Example' }))
    await waitFor(() => expect(toast()).toHaveTextContent('CRM sync will be tried again'))
  })

  test('keeps an invalid tracking number in the form', async () => {
    const { sent } = await open(sampleRequest(), `&edit=${sampleRequest().id}`)
    await dialog()
    await userEvent.type(field(), '123')
    await save()
    expect(await screen.findByText('Enter 8 to 40 letters and digits, or leave it empty')).toBeVisible()
    expect(field()).toHaveValue('123')
    expect(sent).toEqual([])
  })

  test('merges a colleague’s mark with the user’s edit', async () => {
    const { stored, sent } = await open(sampleRequest(), `&edit=${sampleRequest().id}`)
    await dialog()
    await userEvent.type(field(), number)
    stored.set(sampleRequest().id, sampleRequest({ processed: true, version: 2, changedBy: 'Nia Example' }))
    await save()
    await waitFor(() => expect(toast()).toHaveTextContent('Kept Nia Example’s change: Status Processed.'))
    expect(sent).toEqual([{ trackingNumber: number }])
    expect(stored.get(sampleRequest().id)).toMatchObject({ processed: true, trackingNumber: number })
  })

  test('asks which tracking number to keep if a colleague entered another one', async () => {
    const { stored } = await open(sampleRequest(), `&edit=${sampleRequest().id}`)
    await dialog()
    await userEvent.type(field(), number)
    const theirs = sampleRequest({ trackingNumber: 'AB12345678', version: 2, changedBy: 'Nia Example' })
    stored.set(theirs.id, theirs)
    await save()
    expect(await screen.findByRole('cell', { name: 'AB12345678' })).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Overwrite' }))
    await waitFor(() => expect(stored.get(theirs.id)).toMatchObject({ trackingNumber: number }))
  })

  test('that has left the list meanwhile opens with what was typed', async () => {
    const { stored } = await open(sampleRequest(), `&processed=false&edit=${sampleRequest().id}`)
    await dialog()
    await userEvent.type(field(), number)
    cleanup()
    stored.set(sampleRequest().id, sampleRequest({ processed: true, version: 2, changedBy: 'Nia Example' }))
    renderAdmin(`/samples?tab=requests&processed=false&edit=${sampleRequest().id}`)
    await dialog()
    expect(field()).toHaveValue(number)
    expect(screen.getByText('Kept Nia Example’s change: Status Processed.')).toBeVisible()
    await save()
    await waitFor(() =>
      expect(stored.get(sampleRequest().id)).toMatchObject({ processed: true, trackingNumber: number }),
    )
  })

  test('keeps what was typed when its author becomes a viewer', async () => {
    await open(sampleRequest(), `&edit=${sampleRequest().id}`)
    await dialog()
    await userEvent.type(field(), number)
    server.use(signedInAsViewer)
    streams[0]?.emit({ kind: 'ready', changed: 'accounts', count: 1, ids: ['staff-1'] })
    await waitFor(() => expect(toast()).toHaveTextContent('You are a viewer now.'))
    expect(field()).toHaveValue(number)
    expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled()
  })

  test('that no longer exists says so, and what was typed stays', async () => {
    const { stored } = await open(sampleRequest(), `&edit=${sampleRequest().id}`)
    await dialog()
    await userEvent.type(field(), number)
    stored.clear()
    await save()
    expect(await screen.findByText('Someone else deleted this sample request')).toBeVisible()
    expect(field()).toHaveValue(number)
  })

  test('shows who marked it and who undid that', async () => {
    const by = { byId: '01932c07-5b1c-7d52-8f3a-2b1f6f3f8a22', at: '2025-11-20T15:04:05.123Z' }
    await open(sampleRequest())
    server.use(
      getListSampleRequestHistoryMockHandler([
        { ...by, kind: 'mail', by: 'Nia Example', changes: [], mailStatus: 'sent' },
        {
          ...by,
          kind: 'undo',
          by: 'Nia Example',
          version: 3,
          changes: [{ field: 'processed', before: 'true', after: 'false' }],
        },
        {
          ...by,
          kind: 'change',
          by: 'Omar Example',
          version: 2,
          changes: [
            { field: 'printedAt', before: null, after: by.at },
            { field: 'processed', before: 'false', after: 'true' },
          ],
        },
      ]),
    )
    await userEvent.click(row().getByRole('checkbox'))
    await userEvent.keyboard('t')
    await dialog()
    const entries = within(screen.getByRole('region', { name: 'History' })).getAllByRole('listitem')
    expect(entries.map(({ textContent }) => textContent)).toEqual([
      'Email to the requester: sentNia Example, Nov 20, 2025, 10:04 AM',
      'Undone: Status: PendingNia Example, Nov 20, 2025, 10:04 AM',
      'Label: Printed, Status: ProcessedOmar Example, Nov 20, 2025, 10:04 AM',
    ])
  })

  test('shows viewers its history, or an error if loading fails', async () => {
    await open(sampleRequest({ trackingNumber: number }), '', signedInAsViewer)
    server.use(failing(`${path}/:id/history`, 503))
    await userEvent.click(row().getByRole('button', { name: 'Marcus Example' }))
    await dialog()
    expect(await screen.findByText('The history could not be loaded')).toBeVisible()
    expect(screen.queryByRole('textbox', { name: 'Tracking number' })).not.toBeInTheDocument()
  })
})

test('m marks the focused request or the selection', async () => {
  const { stored, writes } = await open(sampleRequest())
  await userEvent.keyboard('j')
  expect(row().getByRole('button', { name: 'Marcus Example' })).toHaveFocus()
  await userEvent.keyboard('m')
  await waitFor(() => expect(toast()).toHaveTextContent('1 request marked as processed'))
  expect(stored.get(sampleRequest().id)).toMatchObject({ processed: true })
  // There is nothing left to mark.
  await userEvent.keyboard('xm')
  expect(writes).toHaveLength(1)
})

test('its row shows how long it waits, its tracking number, and who printed it', async () => {
  const printed = { printedBy: 'Nia Example', printedAt: '2025-11-20T15:04:05.123Z' }
  await open(sampleRequest({ ...printed, trackingNumber: number, waitingDays: 3, isLate: true }))
  expect(row().getByText('Late: 3 days')).toBeVisible()
  expect(row().getByText(/^Printed by/)).toHaveTextContent('Printed by Nia Example, Nov 20, 2025')
  expect(row().getByRole('link', { name: /^9400/ })).toBeVisible()
})
