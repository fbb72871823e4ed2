import { getGetCurrentUserQueryOptions } from '@app/api-client'
import { getGetCurrentUserMockHandler } from '@app/api-client/mocks'
import { createQueryClient } from '@app/ui'
import { renderScreen, useTestServer } from '@app/ui/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { signedIn, staff, withLeadRouting, toast } from '../../../test/admin.tsx'
import { fontFiles, readBack } from '../../../test/printed.ts'
import { sampleRequest } from '../../../test/records.ts'
import { rememberRequests } from '../../../test/remember-requests.ts'
import { dayIn } from '../../list/day-range.ts'
import { browser } from '../../urls/browser.ts'
import { PrintDialog } from './PrintDialog.tsx'

const server = useTestServer()

const files: { content: Blob; name: string }[] = []
beforeEach(() => {
  files.length = 0
  localStorage.clear()
  server.use(fontFiles, withLeadRouting)
  vi.spyOn(browser, 'saveFile').mockImplementation((content, name) => void files.push({ content, name }))
})
afterEach(() => vi.restoreAllMocks())

type Props = Partial<Parameters<typeof PrintDialog>[0]>

const closed = vi.fn<() => void>()
const render = (props: Props = {}) =>
  renderScreen(<PrintDialog canEdit={false} requests={[sampleRequest()]} onClose={closed} {...props} />)
const choose = (name: string | RegExp) => userEvent.click(screen.getByRole('radio', { name }))
const box = (name: string | RegExp) => screen.getByRole('checkbox', { name })
/** Waits until the addresses are checked. */
const press = async (name: string | RegExp) => {
  await waitFor(() => expect(screen.getByRole('button', { name })).toBeEnabled(), { timeout: 10_000 })
  await userEvent.click(screen.getByRole('button', { name }))
}
const pages = async ({ content } = files[0] ?? { content: new Blob() }) =>
  readBack(new Uint8Array(await content.arrayBuffer()))
const firstLabel = () => screen.getByRole('spinbutton', { name: 'First free label' })

const ids = ['01932c07-5b1c-7d52-8f3a-2b1f6f3f8a44', '01932c07-5b1c-7d52-8f3a-2b1f6f3f8a45']
const two = ids.map((id, place) => sampleRequest({ id, ...(place === 1 && { firstName: 'Nia' }) }))

test('labels start at the first free label of a partly used sheet', async () => {
  localStorage.setItem('last-sheet', JSON.stringify('a sheet of another release'))
  render({ requests: two })
  expect(screen.getByRole('radio', { name: 'Labels 4×6' })).toBeChecked()
  await choose('Avery 5160')
  expect(screen.getByRole('radio', { name: 'Avery 5160' })).toBeChecked()
  await userEvent.clear(firstLabel())
  expect(screen.getByRole('button', { name: 'Print 2' })).toBeDisabled()
  await userEvent.type(firstLabel(), '31')
  expect(screen.getByText('Enter a number from 1 to 30')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Print 2' })).toBeDisabled()
  await userEvent.clear(firstLabel())
  await userEvent.type(firstLabel(), '30')
  await press('Print 2')
  await waitFor(() => expect(files).toHaveLength(1))
  expect(files[0]?.name).toMatch(/^labels-avery-5160-\d{4}-\d\d-\d\d\.pdf$/)
  expect(await pages()).toHaveLength(2)
})

// Whatever the time, one of them has another day than the browser.
test.each(['Etc/GMT+12', 'Pacific/Kiritimati'])('the file has the day of the business in %s', async (zone) => {
  server.use(getGetCurrentUserMockHandler({ ...staff, businessTimeZone: zone }))
  const queryClient = createQueryClient()
  await queryClient.prefetchQuery(getGetCurrentUserQueryOptions())
  renderScreen(<PrintDialog canEdit={false} requests={two} onClose={closed} />, queryClient)
  await press('Print 2')
  await waitFor(() => expect(files).toHaveLength(1))
  expect(files[0]?.name).toBe(`labels-4x6-${dayIn(zone)}.pdf`)
})

describe('before anything is printed', () => {
  const long = 'Long '.repeat(100).trim()
  const requests = [
    sampleRequest({ id: 'a', firstName: 'Nguyễn Łucja', lastName: 'Їжак' }),
    sampleRequest({ id: 'b', firstName: '東京' }),
    sampleRequest({ id: 'c', firstName: 'Nia', company: long, addressLine1: long }),
    sampleRequest({ id: 'd', firstName: 'Ada', notes: 'Thank you 👍🏽 ᚠ' }),
  ]

  test.each(['Avery 5160', 'Labels 4×6'])(
    '%s: names that would be boxes are left out and not marked, and addresses that are cut are listed',
    async (sheet) => {
      const { writes } = rememberRequests(server, ...requests)
      render({ canEdit: true, requests })
      await choose(sheet)
      expect(
        await screen.findByText(/some of the characters in these addresses: 東京 Example \(東 京\)\./),
      ).toBeVisible()
      expect(screen.getByText(/too small for the full address of Nia Example/)).toBeVisible()
      await press('Print 3 and mark sent')
      await waitFor(() => expect(files).toHaveLength(1))
      expect(writes).toEqual([['a', 'c', 'd']])
      expect(toast()).toHaveTextContent('3 requests marked as printed and processedLeft out: 東京 Example.')
      await waitFor(() => expect(closed).toHaveBeenCalled())
    },
  )

  test('they can be printed with boxes, and are not marked then either', async () => {
    const { writes } = rememberRequests(server, ...requests)
    render({ canEdit: true, requests })
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Print it with boxes, to correct by hand' }))
    await press('Print 4 and mark sent')
    await waitFor(() => expect(files).toHaveLength(1))
    expect(await pages()).toHaveLength(4)
    expect(writes).toEqual([['a', 'c', 'd']])
  })

  test('packing slips: boxes in notes are listed, but keep no one out', async () => {
    render({ requests })
    await choose('Packing slips')
    expect(await screen.findByText(/notes have characters that are printed as boxes: Ada Example \(ᚠ\)/)).toBeVisible()
    expect(screen.queryByText(/too small/)).toBeNull()
    expect(await screen.findByRole('button', { name: 'Print 3' })).toBeEnabled()
  })
})

test('without the fonts there is no file, and a way to try again', async () => {
  server.use(http.get('*.ttf', () => HttpResponse.error(), { once: true }))
  render()
  expect(await screen.findByText('The fonts could not be loaded', {}, { timeout: 10_000 })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Print 1' })).toBeDisabled()
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await press('Print 1')
  await waitFor(() => expect(files).toHaveLength(1))
})

describe('printing', () => {
  const byNia = {
    version: 2,
    changedBy: 'Nia Example',
    printedBy: 'Nia Example',
    printedAt: '2025-11-20T15:04:05.123Z',
  }

  test('marks the requests in one call, and the toast comes with the file', async () => {
    const { stored, writes } = rememberRequests(server, ...two)
    render({ canEdit: true, requests: two })
    await press('Print 2 and mark sent')
    await waitFor(() => expect(toast()).toHaveTextContent('2 requests marked as printed and processed'))
    expect(files).toHaveLength(1)
    expect(writes).toEqual([ids])
    expect([...stored.values()].map(({ processed }) => processed)).toEqual([true, true])
  })

  test('marks them as printed only, if they are sent later, and remembers that', async () => {
    const { stored } = rememberRequests(server, ...two)
    const { unmount } = render({ canEdit: true, requests: two })
    await userEvent.click(box(/^Mark as processed/))
    await press('Print 2')
    await waitFor(() => expect(toast()).toHaveTextContent('2 requests marked as printed'))
    expect([...stored.values()].map(({ processed }) => processed)).toEqual([false, false])
    unmount()
    render({ canEdit: true, requests: two })
    expect(box(/^Mark as processed/)).not.toBeChecked()
  })

  test('does not mark them again for a second sheet', async () => {
    server.use(signedIn)
    const queryClient = createQueryClient()
    await queryClient.prefetchQuery(getGetCurrentUserQueryOptions())
    const { stored, writes } = rememberRequests(server, ...two)
    for (const [place, sheet] of ['Labels 4×6', 'Packing slips'].entries()) {
      const requests = [...stored.values()]
      const { unmount } = renderScreen(<PrintDialog canEdit requests={requests} onClose={closed} />, queryClient)
      await choose(sheet)
      await press(/^Print 2/)
      await waitFor(() => expect(files).toHaveLength(place + 1))
      unmount()
    }
    expect(writes).toEqual([ids])
  })

  test('emails the requesters only if that is chosen', async () => {
    const sent: unknown[] = []
    rememberRequests(server, ...two)
    server.events.on('request:start', async ({ request }) => {
      if (request.method === 'PATCH') sent.push(await request.clone().json())
    })
    render({ canEdit: true, requests: two })
    expect(await screen.findByRole('checkbox', { name: 'Email the requesters' })).not.toBeChecked()
    await userEvent.click(box('Email the requesters'))
    await press('Print 2 and mark sent')
    await waitFor(() => expect(toast()).toHaveTextContent('Requesters not yet notified will be emailed in one minute.'))
    expect(sent).toMatchObject([{ patch: { printed: true, processed: true, notifyRequester: true } }])
  })

  test('gives only one of two people the file, and shows the other an explanation', async () => {
    const { stored, writes } = rememberRequests(server, ...two)
    const [, second] = two
    if (second) stored.set(second.id, { ...second, ...byNia })
    render({ canEdit: true, requests: two })
    await press('Print 2 and mark sent')
    await waitFor(() => expect(toast()).toHaveTextContent('Failed to update sample requestNothing was printed.'))
    expect(files).toEqual([])
    expect(writes).toEqual([])
  })

  test('without the server there is no file', async () => {
    server.use(http.patch('*/api/admin/print-samples', () => HttpResponse.error()))
    render({ canEdit: true, requests: two })
    await press('Print 2 and mark sent')
    await waitFor(() => expect(toast()).toHaveTextContent('The server didn’t respond.'))
    expect(toast()).not.toHaveTextContent('Nothing was printed')
    expect(files).toEqual([])
  })

  test('leaves out requests that a colleague has printed, unless they are wanted again', async () => {
    const known = two.map((request, place) => (place === 0 ? { ...request, ...byNia } : request))
    const { writes } = rememberRequests(server, ...known)
    render({ canEdit: true, requests: known })
    const dialog = within(screen.getByRole('dialog'))
    expect(dialog.getByText(/^1 of these 2 requests was already printed by Nia Example\./)).toBeVisible()
    await waitFor(() => expect(dialog.getByRole('button', { name: 'Print 1 and mark sent' })).toBeEnabled())
    await userEvent.click(box('Print it again'))
    expect(dialog.getByRole('button', { name: 'Print 2 and mark sent' })).toBeEnabled()
    await userEvent.click(box('Print it again'))
    await press('Print 1 and mark sent')
    await waitFor(() => expect(files).toHaveLength(1))
    expect(writes).toEqual([ids.slice(1)])
    expect(await pages()).toHaveLength(1)
  })

  test('leaves out erased requests', async () => {
    rememberRequests(server, ...two.slice(0, 1))
    render({ canEdit: true, requests: two })
    await press('Print 2 and mark sent')
    await waitFor(() => expect(files).toHaveLength(1))
    expect(await pages()).toHaveLength(1)
    expect(toast()).toHaveTextContent('One of them no longer exists.')
  })
})
