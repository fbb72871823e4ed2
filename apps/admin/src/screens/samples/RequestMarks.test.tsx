import { getListSampleRequestsMockHandler, getListSampleTemplatesMockHandler } from '@app/api-client/mocks'
import type { LiveEvent, SampleRequest } from '@app/api-client'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import { failing, refusing, renderAdmin, signedIn, stalling, streams, toast, useAdmin } from '../../../test/admin.tsx'
import { sampleRequest } from '../../../test/records.ts'
import { rememberRequests } from '../../../test/remember-requests.ts'
import { requestRow } from '../../../test/request-row.ts'
import { press, says } from '../../../test/user-actions.ts'

const { server, requested } = useAdmin()

const path = '/api/admin/print-samples'
const button = (name: string, text: string) => requestRow(name).getByRole('button', { name: text })
const findButton = (name: string, text: string) => requestRow(name).findByRole('button', { name: text })
const undo = async () => userEvent.click(await within(toast()).findByRole('button', { name: 'Undo' }))
const isGone = (name: string) => waitFor(() => expect(screen.queryByTitle(name)).not.toBeInTheDocument())

const marcus = sampleRequest()
const nia = sampleRequest({
  id: '01932c07-5b1c-7d52-8f3a-2b1f6f3f8a45',
  firstName: 'Nia',
  email: 'nia@example.com',
  addressLine1: '9 Example Road',
})
const omar = sampleRequest({ id: '01932c07-5b1c-7d52-8f3a-2b1f6f3f8a46', firstName: 'Omar' })

const emit = (event: Partial<LiveEvent>) => act(() => streams.at(-1)?.emit({ kind: 'ready', ...event }))
const emitChange = (id: string) => emit({ changed: 'sample_requests', count: 1, ids: [id] })

/** Opens the screen with these requests, subscribed to live events. */
async function open(requests: SampleRequest[], filter = '') {
  server.use(signedIn)
  const remembered = rememberRequests(server, ...requests)
  renderAdmin(`/samples?tab=requests${filter}`)
  await screen.findByTitle('Marcus Example')
  emit({})
  return remembered
}

describe('a mark', () => {
  test('appears immediately, keeps its place until a reload, and can be undone even while the counts load', async () => {
    server.use(signedIn, getListSampleRequestsMockHandler([marcus, nia]))
    renderAdmin('/samples?tab=requests&processed=false')
    await screen.findByTitle('Marcus Example')
    // The reload after the failure fails too, but is not reported separately.
    server.use(refusing('put', `${path}/:id`, 500), failing(path, 500))
    await userEvent.click(button('Marcus Example', 'Pending'))
    await says('ErrorFailed to update sample request')
    expect(button('Marcus Example', 'Pending')).toBeEnabled()

    const { stored, answer } = rememberRequests(server, marcus, nia)
    server.use(stalling(`${path}/counts`))
    const names = () => screen.getAllByRole('rowheader').map((name) => name.textContent)
    await userEvent.click(button('Marcus Example', 'Pending'))
    expect(button('Marcus Example', 'Processed')).toBeDisabled()
    expect(button('Nia Example', 'Pending')).toBeEnabled()
    answer()
    await says('SuccessSample request updated successfully')
    expect(await findButton('Marcus Example', 'Undo')).toBeVisible()
    expect(names()).toEqual(['Marcus Example', 'Nia Example'])
    await waitFor(() => expect(button('Marcus Example', 'Processed')).toHaveFocus())
    await undo()
    expect(await findButton('Marcus Example', 'Pending')).toBeVisible()

    await waitFor(() => expect(button('Marcus Example', 'Pending')).toBeEnabled())
    await userEvent.click(button('Marcus Example', 'Pending'))
    await userEvent.click(await findButton('Marcus Example', 'Undo'))
    expect(await findButton('Marcus Example', 'Pending')).toBeVisible()
    expect(requestRow('Marcus Example').queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument()

    await waitFor(() => expect(button('Marcus Example', 'Pending')).toBeEnabled())
    await userEvent.click(button('Marcus Example', 'Pending'))
    await findButton('Marcus Example', 'Undo')
    await press('Refresh')
    await waitFor(() => expect(names()).toEqual(['Nia Example']))
    const list = within(screen.getByRole('region', { name: 'Sample requests' }))
    expect(list.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument()

    stored.delete(nia.id)
    await userEvent.click(button('Nia Example', 'Pending'))
    await says('The sample request no longer existsSomeone else deleted this sample request.')
    await isGone('Nia Example')
  })

  test('of several is one request, all or nothing, and can be undone immediately or later with "Mark pending"', async () => {
    const { stored, writes } = await open([marcus, nia, omar])
    server.use(stalling(`${path}/counts`))
    // Shift selects everything back to the row selected before.
    const user = userEvent.setup()
    await user.click(requestRow('Marcus Example').getByRole('checkbox'))
    await user.keyboard('{Shift>}')
    await user.click(requestRow('Omar Example').getByRole('checkbox'))
    await user.keyboard('{/Shift}')
    expect(screen.getByText('3 selected')).toBeVisible()

    stored.set(nia.id, { ...nia, version: 2, changedBy: 'Nia Example', printedAt: '2025-11-20T15:04:05.123Z' })
    await press('Mark processed')
    await says('Nothing was changed. Nia Example’s request has since been printed by Nia Example.')
    server.use(http.patch(`*${path}`, () => HttpResponse.json({ status: 503 }, { status: 503 }), { once: true }))
    await press('Mark processed')
    await says('ErrorFailed to update sample requestNothing was changed.')
    expect(button('Nia Example', 'Pending')).toBeVisible()
    expect(writes).toEqual([])

    // The screen now has the current version, which can be marked.
    await press('Mark processed')
    await says('Success3 requests marked as processed')
    expect(writes).toEqual([[marcus.id, nia.id, omar.id]])
    await undo()
    for (const name of ['Marcus Example', 'Nia Example', 'Omar Example'])
      expect(await findButton(name, 'Pending')).toBeVisible()
    await press('Mark processed')
    await findButton('Nia Example', 'Processed')
    await press('More')
    await screen.findByRole('menu')
    await userEvent.keyboard('{ArrowDown}{Escape}')
    await waitFor(() => expect(screen.queryByRole('menu')).not.toBeInTheDocument())
    expect(screen.getByText('3 selected')).toBeVisible()
    await press('More')
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Mark pending' }))
    expect(await findButton('Nia Example', 'Pending')).toBeVisible()
    expect(writes).toHaveLength(4)

    stored.delete(nia.id)
    await press('Mark processed')
    await says('2 requests marked as processedOne of them no longer exists.')
    await isGone('Nia Example')
  })
})

describe('a colleague’s change', () => {
  const byNia = { processed: true, processedBy: 'Nia Example', processedAt: '2025-11-20T15:04:05.123Z' }

  test('appears in place with the colleague’s name, or removes the row, and leaves other rows unchanged', async () => {
    const { stored, answer } = await open([marcus, nia], '&processed=false')
    answer()
    await userEvent.click(button('Nia Example', 'Pending'))
    expect(await findButton('Nia Example', 'Undo')).toBeVisible()
    await says('Sample request updated successfully')

    stored.set(marcus.id, { ...marcus, ...byNia })
    let calls = requested.length
    emitChange(marcus.id)
    expect(await requestRow('Marcus Example').findByText(/^Processed by/)).toHaveTextContent('Processed by Nia Example')
    expect(button('Marcus Example', 'Undo')).toBeVisible()
    expect(button('Nia Example', 'Undo')).toBeVisible()
    expect(requested.slice(calls).toSorted()).toEqual([path, `${path}/counts`])

    // Changes to requests off the screen only reload the counts, because they may have moved into or out of spam.
    calls = requested.length
    emitChange('01932c07-5b1c-7d52-8f3a-2b1f6f3f8a99')
    await waitFor(() => expect(requested.slice(calls).toSorted()).toEqual([`${path}/counts`, `${path}/spam`]))

    // It is now spam.
    stored.delete(marcus.id)
    emitChange(marcus.id)
    await isGone('Marcus Example')
    expect(button('Nia Example', 'Undo')).toBeVisible()

    // The stream was interrupted.
    stored.set(nia.id, { ...nia, processed: true, notes: 'Gate code 12', version: 3 })
    emit({})
    expect(await screen.findByText('Gate code 12')).toBeVisible()

    // Screens without requests only reload the count in the navigation.
    server.use(getListSampleTemplatesMockHandler([]))
    await userEvent.click(screen.getByRole('tab', { name: 'Sample Templates' }))
    await screen.findByText('No sample templates yet')
    calls = requested.length
    emitChange(nia.id)
    await waitFor(() => expect(requested.slice(calls)).toEqual([`${path}/counts`]))
  })

  test('that is undone immediately is shown correctly, even if the first response arrives late', async () => {
    const { stored } = await open([marcus])
    const released = Promise.withResolvers<void>()
    const processed = sampleRequest({ processed: true })
    server.use(
      http.get(
        `*${path}`,
        async () => {
          await released.promise
          return HttpResponse.json([processed])
        },
        { once: true },
      ),
    )
    const calls = requested.length
    emitChange(marcus.id)
    await waitFor(() => expect(requested.slice(calls)).toContain(path))
    // The colleague pressed Undo while the first change was still loading.
    stored.set(processed.id, sampleRequest({ notes: 'Taken back.' }))
    emitChange(marcus.id)
    act(() => released.resolve())
    expect(await screen.findByText('Taken back.')).toBeVisible()
    expect(button('Marcus Example', 'Pending')).toBeVisible()
  })

  test('is not undone by a click meant for the earlier state', async () => {
    const start = globalThis.setTimeout
    // Without this, a slow machine would enable the button again before the test finds it.
    vi.spyOn(globalThis, 'setTimeout').mockImplementation((run, ms = 0, ...more) =>
      start(run, ms === 700 ? 60_000 : ms, ...more),
    )
    const { stored, answer, writes } = await open([marcus])
    answer()
    stored.set(marcus.id, { ...marcus, ...byNia })
    emitChange(marcus.id)
    expect(await findButton('Marcus Example', 'Processed')).toBeDisabled()
    await userEvent.click(button('Marcus Example', 'Processed'))
    expect(stored.get(marcus.id)).toMatchObject({ processed: true })
    expect(writes).toEqual([])
  })

  test('is never overwritten by a mark or an undo, and the second person sees who was first', async () => {
    const { stored, answer } = await open([marcus])
    answer()
    await userEvent.click(button('Marcus Example', 'Pending'))
    await within(toast()).findByRole('button', { name: 'Undo' })
    const tracked = { ...marcus, processed: true, version: 3, changedBy: 'Nia Example', trackingNumber: '12345678' }
    stored.set(marcus.id, tracked)
    await undo()
    await says('given a different tracking number by Nia Example')
    expect(stored.get(marcus.id)).toEqual(tracked)

    await screen.findByText('12345678')
    stored.set(marcus.id, { ...tracked, processed: false, version: 4 })
    await waitFor(() => expect(button('Marcus Example', 'Processed')).toBeEnabled())
    await userEvent.click(button('Marcus Example', 'Processed'))
    await says(
      'Failed to update sample requestMarcus Example’s request has since been marked as pending by Nia Example.',
    )
    expect(stored.get(marcus.id)).toMatchObject({ version: 4 })
    expect(await findButton('Marcus Example', 'Pending')).toBeVisible()

    // Without a colleague's change, an undo can itself be undone.
    await waitFor(() => expect(button('Marcus Example', 'Pending')).toBeEnabled())
    await userEvent.click(button('Marcus Example', 'Pending'))
    for (const processed of [false, true]) {
      await waitFor(() => expect(stored.get(marcus.id)).toMatchObject({ processed: !processed }))
      await undo()
      await waitFor(() => expect(stored.get(marcus.id)).toMatchObject({ processed }))
    }
  })
})
