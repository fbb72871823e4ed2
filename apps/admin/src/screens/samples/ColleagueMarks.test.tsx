import { getListSampleTemplatesMockHandler } from '@app/api-client/mocks'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { LiveEvent, SampleRequest } from '@app/api-client'
import { http, HttpResponse } from 'msw'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { renderAdmin, signedIn, streams, useAdmin, toast } from '../../../test/admin.tsx'
import { sampleRequest } from '../../../test/records.ts'
import { rememberRequests } from '../../../test/remember-requests.ts'
import { requestRow } from '../../../test/request-row.ts'

const { server, requested } = useAdmin()

afterEach(() => vi.restoreAllMocks())

const path = '/api/admin/print-samples'
const row = (name: string) => within(screen.getByRole('row', requestRow(name)))
const button = (name: string, text: string) => row(name).getByRole('button', { name: text })

const other = sampleRequest({
  id: '01932c07-5b1c-7d52-8f3a-2b1f6f3f8a45',
  firstName: 'Nia',
  email: 'nia@example.com',
  addressLine1: '9 Example Road',
})

const emit = (event: Parameters<(typeof streams)[number]['emit']>[0]) => act(() => streams.at(-1)?.emit(event))

/** The screen with these requests, subscribed to live events. */
async function showRequests(requests: SampleRequest[], filter = '') {
  server.use(signedIn)
  const remembered = rememberRequests(server, ...requests)
  renderAdmin(`/samples?tab=requests${filter}`)
  await screen.findByRole('row', requestRow('Marcus Example'))
  emit({ kind: 'ready' })
  return remembered
}

describe('a colleague’s change', () => {
  test('appears in place with the colleague’s name, without reloading other rows', async () => {
    const { stored, answer } = await showRequests([sampleRequest(), other], '&processed=false')
    answer()
    const by = { processed: true, processedBy: 'Nia Example', processedAt: '2025-11-20T15:04:05.123Z' }
    stored.set(sampleRequest().id, sampleRequest(by))
    const calls = requested.length
    emit({ kind: 'ready', changed: 'sample_requests', count: 1, ids: [sampleRequest().id] })
    expect(await row('Marcus Example').findByText(/^Processed by/)).toHaveTextContent('Processed by Nia Example')
    expect(button('Marcus Example', 'Undo')).toBeVisible()
    expect(button('Nia Example', 'Pending')).toBeVisible()
    expect(requested.slice(calls).toSorted()).toEqual([path, `${path}/counts`])

    // Changes to requests that are not on the screen only reload the counts, because they may have moved into or out of
    // spam.
    emit({ kind: 'ready', changed: 'sample_requests', count: 1, ids: ['01932c07-5b1c-7d52-8f3a-2b1f6f3f8a99'] })
    await waitFor(() => expect(requested.slice(calls + 2).toSorted()).toEqual([`${path}/counts`, `${path}/spam`]))
  })

  test('that is undone at once ends up on screen correctly, however late the first response is', async () => {
    const { stored } = await showRequests([sampleRequest()])
    let answerLate = () => {}
    const released = new Promise<void>((resolve) => (answerLate = resolve))
    const processed = sampleRequest({ processed: true })
    server.use(
      http.get(
        `*${path}`,
        async () => {
          await released
          return HttpResponse.json([processed])
        },
        { once: true },
      ),
    )
    const event: Partial<LiveEvent> = { kind: 'ready', changed: 'sample_requests', count: 1, ids: [processed.id] }
    const calls = requested.length
    emit(event)
    await waitFor(() => expect(requested.slice(calls)).toContain(path))
    // The colleague pressed Undo while the first change was still loading.
    stored.set(processed.id, sampleRequest({ notes: 'Taken back.' }))
    emit(event)
    act(answerLate)
    expect(await screen.findByText('Taken back.')).toBeVisible()
    expect(button('Marcus Example', 'Pending')).toBeVisible()
  })

  test('is not undone by a click meant for the earlier state', async () => {
    const start = globalThis.setTimeout
    // On a slow machine, the button would be enabled again before it is found.
    vi.spyOn(globalThis, 'setTimeout').mockImplementation((run, ms = 0) => start(run, ms === 700 ? 60_000 : ms))
    const { stored, answer, writes } = await showRequests([sampleRequest()])
    answer()
    stored.set(sampleRequest().id, sampleRequest({ processed: true, processedBy: 'Nia Example' }))
    emit({ kind: 'ready', changed: 'sample_requests', count: 1, ids: [sampleRequest().id] })
    expect(await row('Marcus Example').findByRole('button', { name: 'Processed' })).toBeDisabled()
    await userEvent.click(button('Marcus Example', 'Processed'))
    expect(stored.get(sampleRequest().id)).toMatchObject({ processed: true })
    expect(writes).toEqual([])
  })

  test('only reloads the navigation count on screens without requests', async () => {
    server.use(getListSampleTemplatesMockHandler([]))
    await showRequests([sampleRequest()])
    await userEvent.click(screen.getByRole('tab', { name: 'Sample Templates' }))
    await screen.findByText('No sample templates yet')
    const calls = requested.length
    emit({ kind: 'ready', changed: 'sample_requests', count: 1, ids: [sampleRequest().id] })
    await waitFor(() => expect(requested.slice(calls)).toContain(`${path}/counts`))
    expect(requested.slice(calls)).toEqual([`${path}/counts`])
  })

  test('to spam removes the row', async () => {
    const { stored, answer } = await showRequests([sampleRequest(), other])
    answer()
    stored.delete(sampleRequest().id)
    emit({ kind: 'ready', changed: 'sample_requests', count: 1, ids: [sampleRequest().id] })
    await waitFor(() => expect(screen.queryByRole('row', requestRow('Marcus Example'))).not.toBeInTheDocument())
    expect(screen.getByRole('row', requestRow('Nia Example'))).toBeVisible()
  })

  test('to spam leaves other rows in place', async () => {
    const { stored, answer } = await showRequests([sampleRequest(), other], '&processed=false')
    answer()
    await userEvent.click(button('Nia Example', 'Pending'))
    expect(await row('Nia Example').findByRole('button', { name: 'Undo' })).toBeVisible()
    stored.delete(sampleRequest().id)
    emit({ kind: 'ready', changed: 'sample_requests', count: 1, ids: [sampleRequest().id] })
    await waitFor(() => expect(screen.queryByRole('row', requestRow('Marcus Example'))).not.toBeInTheDocument())
    expect(button('Nia Example', 'Undo')).toBeVisible()
  })

  test('is loaded after the stream was interrupted', async () => {
    const { stored } = await showRequests([sampleRequest(), other])
    stored.set(sampleRequest().id, sampleRequest({ processed: true }))
    emit({ kind: 'ready' })
    expect(await row('Marcus Example').findByRole('button', { name: 'Processed' })).toBeVisible()
  })

  const byNia = { version: 2, changedBy: 'Nia Example' }
  const printedByNia = { ...byNia, printedBy: 'Nia Example', printedAt: '2025-11-20T15:04:05.123Z' }

  test('at the same moment is not overwritten, and the second person sees who was first', async () => {
    const { stored, answer } = await showRequests([sampleRequest()])
    answer()
    stored.set(sampleRequest().id, sampleRequest({ ...byNia, processed: true, processedBy: 'Nia Example' }))
    await userEvent.click(button('Marcus Example', 'Pending'))
    await waitFor(() =>
      expect(toast()).toHaveTextContent(
        'Failed to update sample requestMarcus Example’s request has since been marked as processed by Nia Example.',
      ),
    )
    expect(stored.get(sampleRequest().id)).toMatchObject({ processedBy: 'Nia Example', version: 2 })
    expect(await row('Marcus Example').findByRole('button', { name: 'Processed' })).toBeVisible()
  })

  test('to one request of a bulk change stops all of it', async () => {
    const { stored, writes } = await showRequests([sampleRequest(), other])
    stored.set(other.id, { ...other, ...printedByNia })
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select all shown' }))
    await userEvent.click(screen.getByRole('button', { name: 'Mark processed' }))
    await waitFor(() =>
      expect(toast()).toHaveTextContent(
        'Nothing was changed. Nia Example’s request has since been printed by Nia Example.',
      ),
    )
    expect(writes).toEqual([])
    // The screen now has the current version, which can be marked.
    await userEvent.click(screen.getByRole('button', { name: 'Mark processed' }))
    await waitFor(() => expect(toast()).toHaveTextContent('2 requests marked as processed'))
  })

  test('survives the undo of an earlier change', async () => {
    const { stored, answer } = await showRequests([sampleRequest()])
    answer()
    await userEvent.click(button('Marcus Example', 'Pending'))
    await within(toast()).findByRole('button', { name: 'Undo' })
    const theirs = { version: 3, changedBy: 'Nia Example', trackingNumber: '12345678' }
    stored.set(sampleRequest().id, sampleRequest({ ...theirs, processed: true }))
    await userEvent.click(within(toast()).getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(toast()).toHaveTextContent('given a different tracking number by Nia Example'))
    expect(stored.get(sampleRequest().id)).toMatchObject({ processed: true, version: 3 })
  })

  test('can be repeated after an undo', async () => {
    const { stored, answer } = await showRequests([sampleRequest()])
    answer()
    await userEvent.click(button('Marcus Example', 'Pending'))
    for (const processed of [false, true]) {
      await waitFor(() => expect(stored.get(sampleRequest().id)).toMatchObject({ processed: !processed }))
      await userEvent.click(await within(toast()).findByRole('button', { name: 'Undo' }))
      await waitFor(() => expect(stored.get(sampleRequest().id)).toMatchObject({ processed }))
    }
  })
})
