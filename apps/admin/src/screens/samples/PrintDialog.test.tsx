import { getGetCurrentUserQueryOptions } from '@app/api-client'
import { getGetCurrentUserMockHandler } from '@app/api-client/mocks'
import { createQueryClient } from '@app/ui'
import { renderScreen, useTestServer } from '@app/ui/testing'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { signedIn, staff, withLeadRouting, toast } from '../../../test/admin.tsx'
import { fontFiles, readBack } from '../../../test/printed.ts'
import { sampleRequest } from '../../../test/records.ts'
import { rememberRequests } from '../../../test/remember-requests.ts'
import { fill, says } from '../../../test/user-actions.ts'
import { browser } from '../../urls/browser.ts'
import { PrintDialog } from './PrintDialog.tsx'

const server = useTestServer()

const files: { content: Blob; name: string }[] = []
beforeEach(() => {
  files.length = 0
  localStorage.clear()
  server.use(signedIn, fontFiles, withLeadRouting)
  vi.spyOn(browser, 'saveFile').mockImplementation((content, name) => void files.push({ content, name }))
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

type Props = Partial<Parameters<typeof PrintDialog>[0]>

const closed = vi.fn<() => void>()
/** Opens the dialog as a signed-in member of staff. */
async function open(props: Props = {}) {
  const queryClient = createQueryClient()
  await queryClient.prefetchQuery(getGetCurrentUserQueryOptions())
  return renderScreen(
    <PrintDialog canEdit={false} requests={[sampleRequest()]} onClose={closed} {...props} />,
    queryClient,
  )
}
const choose = (name: string | RegExp) => userEvent.click(screen.getByLabelText(name))
const box = (name: string | RegExp) => screen.getByLabelText(name)
const printButton = (name: string | RegExp) => screen.getByRole('button', { name })
/** Waits until the addresses have been checked. */
const press = async (name: string | RegExp) => {
  await waitFor(() => expect(printButton(name)).toBeEnabled())
  await userEvent.click(printButton(name))
}
const hasFile = (count = 1) => waitFor(() => expect(files).toHaveLength(count))
const pages = async ({ content } = files[0] ?? { content: new Blob() }) =>
  readBack(new Uint8Array(await content.arrayBuffer()))

const ids = ['01932c07-5b1c-7d52-8f3a-2b1f6f3f8a44', '01932c07-5b1c-7d52-8f3a-2b1f6f3f8a45']
const two = ids.map((id, place) => sampleRequest({ id, ...(place === 1 && { firstName: 'Nia' }) }))
const byNia = { version: 2, changedBy: 'Nia Example', printedBy: 'Nia Example', printedAt: '2025-11-20T15:04:05.123Z' }

test('labels start at the first free label of a partly used sheet, and the file name uses the business’s date', async () => {
  // It is already the next day there.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T15:00:00Z') })
  server.use(getGetCurrentUserMockHandler({ ...staff, businessTimeZone: 'Pacific/Kiritimati' }))
  localStorage.setItem('last-sheet', JSON.stringify('a sheet of another release'))
  await open({ requests: two })
  expect(box(/^Labels 4×6/)).toBeChecked()
  await choose(/^Avery 5160/)
  expect(box(/^Avery 5160/)).toBeChecked()
  const first = box(/^First free label/)
  fill(first, '')
  expect(printButton('Print 2')).toBeDisabled()
  fill(first, '31')
  expect(screen.getByText('Enter a number from 1 to 30')).toBeVisible()
  expect(printButton('Print 2')).toBeDisabled()
  fill(first, '30')
  await press('Print 2')
  await hasFile()
  expect(files[0]?.name).toBe('labels-avery-5160-2026-11-21.pdf')
  expect(await pages()).toHaveLength(2)
})

describe('before anything is printed', () => {
  const long = 'Long '.repeat(100).trim()
  const requests = [
    sampleRequest({ id: 'a', firstName: 'Nguyễn Łucja', lastName: 'Їжак' }),
    sampleRequest({ id: 'b', firstName: '東京' }),
    sampleRequest({ id: 'c', firstName: 'Nia', company: long, addressLine1: long }),
    sampleRequest({ id: 'd', firstName: 'Ada', notes: 'Thank you 👍🏽 ᚠ' }),
  ]

  test('skips and does not mark names that would print as boxes, and lists cut addresses and boxes in notes', async () => {
    const { writes } = rememberRequests(server, ...requests)
    await open({ canEdit: true, requests })
    for (const sheet of [/^Packing slips/, /^Labels 4×6/, /^Avery 5160/]) {
      await choose(sheet)
      const unprintable = /some of the characters in these addresses: 東京 Example \(東 京\)\./
      expect(await screen.findByText(unprintable)).toBeVisible()
      // Slips cut no addresses, and boxes in notes do not exclude a request.
      const [isLabel, isSlip] = sheet.source.includes('slips') ? [0, 1] : [1, 0]
      expect(screen.queryAllByText(/too small for the full address of Nia Example/)).toHaveLength(isLabel)
      const notes = /notes have characters that are printed as boxes: Ada Example \(ᚠ\)/
      expect(screen.queryAllByText(notes)).toHaveLength(isSlip)
      expect(printButton('Print 3 and mark sent')).toBeEnabled()
    }
    await press('Print 3 and mark sent')
    await hasFile()
    expect(writes).toEqual([['a', 'c', 'd']])
    await says('3 requests marked as printed and processedLeft out: 東京 Example.')
    await waitFor(() => expect(closed).toHaveBeenCalled())
  })

  test('prints those names with boxes on request, but still does not mark them', async () => {
    const { writes } = rememberRequests(server, ...requests)
    await open({ canEdit: true, requests })
    await userEvent.click(await screen.findByLabelText('Print it with boxes, to correct by hand'))
    await press('Print 4 and mark sent')
    await hasFile()
    expect(await pages()).toHaveLength(4)
    expect(writes).toEqual([['a', 'c', 'd']])
  })
})

test('offers a retry instead of a file when the fonts fail to load', async () => {
  server.use(http.get('*.ttf', () => HttpResponse.error(), { once: true }))
  await open()
  expect(await screen.findByText('The fonts could not be loaded')).toBeVisible()
  expect(printButton('Print 1')).toBeDisabled()
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await press('Print 1')
  await hasFile()
})

describe('printing', () => {
  test('marks the requests in one call, emails the requesters only if selected, and saves the file', async () => {
    const sent: unknown[] = []
    const { stored, writes } = rememberRequests(server, ...two)
    server.events.on('request:start', async ({ request }) => {
      if (request.method === 'PATCH') sent.push(await request.clone().json())
    })
    await open({ canEdit: true, requests: two })
    expect(await screen.findByLabelText('Email the requesters')).not.toBeChecked()
    await userEvent.click(box('Email the requesters'))
    await press('Print 2 and mark sent')
    await says('2 requests marked as printed and processed')
    expect(toast()).toHaveTextContent('Requesters not yet notified will be emailed in one minute.')
    expect(files).toHaveLength(1)
    expect(writes).toEqual([ids])
    expect(sent).toMatchObject([{ patch: { printed: true, processed: true, notifyRequester: true } }])
    expect([...stored.values()].map(({ processed }) => processed)).toEqual([true, true])
  })

  test('marks them as printed only if they are sent later, remembers that, and does not mark them again', async () => {
    const { stored, writes } = rememberRequests(server, ...two)
    const { unmount } = await open({ canEdit: true, requests: two })
    await userEvent.click(box(/^Mark as processed/))
    await press('Print 2')
    await says('2 requests marked as printed')
    expect([...stored.values()].map(({ processed }) => processed)).toEqual([false, false])
    unmount()
    await open({ canEdit: true, requests: [...stored.values()] })
    expect(box(/^Mark as processed/)).not.toBeChecked()
    await choose(/^Packing slips/)
    await press('Print 2')
    await hasFile(2)
    expect(writes).toEqual([ids])
  })

  test('saves no file if the server does not respond, or if a colleague has printed a request first', async () => {
    server.use(http.patch('*/api/admin/print-samples', () => HttpResponse.error()))
    await open({ canEdit: true, requests: two })
    await press('Print 2 and mark sent')
    await says('The server didn’t respond.')
    expect(toast()).not.toHaveTextContent('Nothing was printed')
    const { stored, writes } = rememberRequests(server, ...two)
    const [, second] = two
    if (second) stored.set(second.id, { ...second, ...byNia })
    await press('Print 2 and mark sent')
    await says('Failed to update sample requestNothing was printed.')
    expect(files).toEqual([])
    expect(writes).toEqual([])
  })

  test('skips requests that a colleague has printed, unless the user selects printing them again', async () => {
    const known = two.map((request, place) => (place === 0 ? { ...request, ...byNia } : request))
    const { writes } = rememberRequests(server, ...known)
    await open({ canEdit: true, requests: known })
    expect(screen.getByText(/^1 of these 2 requests was already printed by Nia Example\./)).toBeVisible()
    await waitFor(() => expect(printButton('Print 1 and mark sent')).toBeEnabled())
    await userEvent.click(box('Print it again'))
    expect(printButton('Print 2 and mark sent')).toBeEnabled()
    await userEvent.click(box('Print it again'))
    await press('Print 1 and mark sent')
    await hasFile()
    expect(writes).toEqual([ids.slice(1)])
    expect(await pages()).toHaveLength(1)
  })

  test('skips erased requests', async () => {
    rememberRequests(server, ...two.slice(0, 1))
    await open({ canEdit: true, requests: two })
    await press('Print 2 and mark sent')
    await hasFile()
    expect(await pages()).toHaveLength(1)
    expect(toast()).toHaveTextContent('One of them no longer exists.')
  })
})
