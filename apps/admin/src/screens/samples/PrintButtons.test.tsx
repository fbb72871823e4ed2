import { renderScreen, useTestServer } from '@app/ui/testing'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { withLeadRouting } from '../../../test/admin.tsx'
import { fontFiles, readBack } from '../../../test/printed.ts'
import { sampleRequest } from '../../../test/records.ts'
import { rememberRequests } from '../../../test/remember-requests.ts'
import { PrintButtons } from './PrintButtons.tsx'

const server = useTestServer()

const files: Blob[] = []
beforeEach(() => {
  files.length = 0
  localStorage.clear()
  server.use(fontFiles, withLeadRouting)
  // jsdom can't save files.
  URL.createObjectURL = (file) => `blob:${files.push(file as Blob)}`
  URL.revokeObjectURL = () => {}
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
})
afterEach(() => vi.restoreAllMocks())

const avery = () => screen.getByRole('button', { name: 'Avery 5160' })
const firstLabel = () => screen.getByRole('spinbutton', { name: 'from label' })
const pages = async (file = new Blob()) => (await readBack(new Uint8Array(await file.arrayBuffer()))).length
const toast = () => screen.getByRole('region', { name: 'Notification' })

test('labels start at the first free label of a partly used sheet', async () => {
  renderScreen(<PrintButtons canEdit={false} requests={[sampleRequest(), sampleRequest({ id: 'b' })]} />)
  await userEvent.click(avery())
  await waitFor(() => expect(files).toHaveLength(1))
  await waitFor(() => expect(avery()).toBeEnabled())
  expect(await pages(files[0])).toBe(1)

  await userEvent.clear(firstLabel())
  expect(avery()).toBeDisabled()
  await userEvent.type(firstLabel(), '31')
  expect(avery()).toBeDisabled()
  await userEvent.clear(firstLabel())
  await userEvent.type(firstLabel(), '30')
  await userEvent.click(avery())
  await waitFor(() => expect(files).toHaveLength(2))
  expect(await pages(files[1])).toBe(2)
})

describe('warnings are on screen before the file is saved', () => {
  const long = 'Long '.repeat(100).trim()
  const requests = [
    sampleRequest({ firstName: 'Nguyễn Łucja', lastName: 'Їжак' }),
    sampleRequest({ firstName: '東京' }),
    sampleRequest({ firstName: 'Nia', company: long, addressLine1: long }),
    sampleRequest({ firstName: 'Ada', notes: 'Thank you 👍🏽 ᚠ' }),
  ]
  const saved: (string | null)[] = []
  beforeEach(() => {
    saved.length = 0
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => void saved.push(toast().textContent))
  })

  test.each(['Avery 5160', 'Labels 4×6'])('%s: characters without a font, and addresses that are cut', async (name) => {
    renderScreen(<PrintButtons canEdit={false} requests={requests} />)
    await userEvent.click(screen.getByRole('button', { name }))
    await waitFor(() => expect(saved).toHaveLength(1))
    expect(await screen.findByText('Check before you print')).toBeVisible()
    expect(toast()).toHaveTextContent(
      'These characters can’t be printed and appear as boxes: 東 京 (東京 Example). The label is too small for the full address of Nia Example.',
    )
  })

  test('Packing slips: notes count too, and nothing is cut', async () => {
    renderScreen(<PrintButtons canEdit={false} requests={requests} />)
    await userEvent.click(screen.getByRole('button', { name: 'Packing slips' }))
    expect(await screen.findByText('Check before you print')).toBeVisible()
    expect(toast()).toHaveTextContent(
      /These characters can’t be printed and appear as boxes: 東 京 \(東京 Example\), ᚠ \(Ada Example\)\.$/,
    )
  })

  test('shows nothing without warnings', async () => {
    renderScreen(<PrintButtons canEdit={false} requests={requests.slice(0, 1)} />)
    await userEvent.click(screen.getByRole('button', { name: 'Packing slips' }))
    await waitFor(() => expect(files).toHaveLength(1))
    expect(screen.queryByText('Check before you print')).not.toBeInTheDocument()
  })
})

test('without the fonts there is no file, and an error is shown', async () => {
  server.use(http.get('*.ttf', () => HttpResponse.error()))
  renderScreen(<PrintButtons canEdit={false} requests={[sampleRequest()]} />)
  await userEvent.click(avery())
  expect(await screen.findByText(/The file could not be created/)).toBeVisible()
  expect(files).toEqual([])
})

describe('printing', () => {
  const two = [sampleRequest(), sampleRequest({ id: '01932c07-5b1c-7d52-8f3a-2b1f6f3f8a45', firstName: 'Nia' })]
  const byNia = {
    version: 2,
    changedBy: 'Nia Example',
    printedBy: 'Nia Example',
    printedAt: '2025-11-20T15:04:05.123Z',
  }
  const labels = async () => userEvent.click(screen.getByRole('button', { name: 'Labels 4×6' }))
  const ids = two.map(({ id }) => id)

  test('marks the requests first, in one call', async () => {
    const { stored, writes } = rememberRequests(server, ...two)
    renderScreen(<PrintButtons canEdit requests={two} />)
    await labels()
    await waitFor(() => expect(files).toHaveLength(1))
    expect(toast()).toHaveTextContent('2 requests marked as printed')
    expect(writes).toEqual([ids])
    expect([...stored.values()].map(({ processed }) => processed)).toEqual([false, false])
  })

  test('also marks them as processed on request, and remembers the choice', async () => {
    const { stored } = rememberRequests(server, ...two)
    const { unmount } = renderScreen(<PrintButtons canEdit requests={two} />)
    await userEvent.click(screen.getByRole('checkbox', { name: 'Also mark processed' }))
    await labels()
    await waitFor(() => expect(toast()).toHaveTextContent('2 requests marked as printed and processed'))
    expect([...stored.values()].map(({ processed }) => processed)).toEqual([true, true])
    unmount()
    renderScreen(<PrintButtons canEdit requests={two} />)
    expect(screen.getByRole('checkbox', { name: 'Also mark processed' })).toBeChecked()
  })

  test('gives only one of two people the file, and shows the other an explanation', async () => {
    const { stored, writes } = rememberRequests(server, ...two)
    const [, second] = two
    if (second) stored.set(second.id, { ...second, ...byNia })
    renderScreen(<PrintButtons canEdit requests={two} />)
    await labels()
    await waitFor(() => expect(toast()).toHaveTextContent('Failed to update sample requestNothing was printed.'))
    expect(files).toEqual([])
    expect(writes).toEqual([])
  })

  test('without the server there is no file', async () => {
    server.use(http.patch('*/api/admin/print-samples', () => HttpResponse.error()))
    renderScreen(<PrintButtons canEdit requests={two} />)
    await labels()
    await waitFor(() => expect(toast()).toHaveTextContent('The server didn’t respond.'))
    expect(toast()).not.toHaveTextContent('Nothing was printed')
    expect(files).toEqual([])
  })

  test('can leave out requests that a colleague has printed', async () => {
    const known = two.map((request, place) => (place === 0 ? { ...request, ...byNia } : request))
    const { writes } = rememberRequests(server, ...known)
    renderScreen(<PrintButtons canEdit requests={known} />)
    await labels()
    const question = await screen.findByRole('dialog', { name: 'Print again?' })
    expect(question).toHaveTextContent('1 of these 2 requests were already printed by Nia Example.')
    await userEvent.click(screen.getByRole('button', { name: 'Print only the other one' }))
    await waitFor(() => expect(files).toHaveLength(1))
    expect(writes).toEqual([ids.slice(1)])
    expect(await pages(files[0])).toBe(1)
  })

  test('leaves out erased requests', async () => {
    rememberRequests(server, ...two.slice(0, 1))
    renderScreen(<PrintButtons canEdit requests={two} />)
    await labels()
    await waitFor(() => expect(files).toHaveLength(1))
    expect(await pages(files[0])).toBe(1)
    expect(toast()).toHaveTextContent('One of them no longer exists.')
  })

  test('with the key p uses the last kind of sheet', async () => {
    const { writes } = rememberRequests(server, ...two)
    renderScreen(<PrintButtons canEdit={false} requests={two} />)
    await userEvent.click(screen.getByRole('button', { name: 'Packing slips' }))
    await waitFor(() => expect(files).toHaveLength(1))
    await userEvent.click(document.body)
    await userEvent.keyboard('p')
    await waitFor(() => expect(files).toHaveLength(2))
    expect(await pages(files[1])).toBe(2)
    expect(writes).toEqual([])
  })
})
