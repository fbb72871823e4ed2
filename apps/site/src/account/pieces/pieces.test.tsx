import type { Piece } from '@app/api-client'
import { getCancelPieceMockHandler, getGetPieceMockHandler, getListPiecesMockHandler } from '@app/api-client/mocks'
import { useTestServer } from '@app/ui/testing'
import { act, fireEvent, renderHook, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  click,
  dialogNamed,
  eventOf,
  failing,
  leadsTo,
  piece,
  requested,
  show,
  shownAddress,
  startSignedIn,
  summary,
} from '../../../test/account.tsx'
import { useFollowed } from './use-followed.ts'

const server = useTestServer()
startSignedIn(server)
afterEach(() => void vi.useRealTimers())

const lists = () => requested.filter((line) => line.startsWith('GET /v1/pieces?'))
const reads = () => requested.filter((line) => line.startsWith('GET /v1/pieces/'))

describe('the list', () => {
  test('shows each piece, ignores unknown filters, and reloads only when the window regains focus', async () => {
    const deleted = { ...summary, Id: `${summary.Id.slice(0, -1)}D`, Description: null, To: null, Price: null }
    server.use(getListPiecesMockHandler([summary, deleted]))
    show('/account/pieces?Status=toString&From=yesterday&To=2026-02-30')
    const row = await screen.findByRole('row', { name: /October reminder/ })
    for (const text of ['Tulsa, OK', '4.25 × 6 postcard', 'Ready to print', '$0.68'])
      expect(row).toHaveTextContent(text)
    const other = screen.getByRole('row', { name: new RegExp(deleted.Id) })
    expect(other).toHaveTextContent('Deleted')
    expect(other).toHaveTextContent('Not known yet')
    expect(lists()).toEqual(['GET /v1/pieces?Mode=live&limit=25'])
    act(() => void window.dispatchEvent(new Event('focus')))
    await waitFor(() => expect(lists()).toHaveLength(2))
  })

  test('filters by status and days, and keeps both in the URL', async () => {
    server.use(getListPiecesMockHandler([]))
    show('/account/pieces?Mode=test&cursor=abc')
    await userEvent.selectOptions(await screen.findByLabelText('Status'), 'On the way')
    fireEvent.change(screen.getByLabelText('Created from'), { target: { value: '2026-11-02' } })
    await leadsTo(
      '/account/pieces?Mode=test&Status=mailed%2Cin_transit%2Cin_local_area%2Cout_for_delivery%2Cre_routed&From=2026-11-02',
    )
    await waitFor(() =>
      expect(lists().at(-1)).toBe(
        'GET /v1/pieces?Mode=test&limit=25&From=2026-11-02&Status=mailed,in_transit,in_local_area,out_for_delivery,re_routed',
      ),
    )
    fireEvent.change(screen.getByLabelText('Created to'), { target: { value: '2026-11-01' } })
    expect(await screen.findByRole('alert')).toHaveTextContent('The end date is before the start date.')
    fireEvent.change(screen.getByLabelText('Created to'), { target: { value: '2026-11-30' } })
    expect(await screen.findByText('No pieces match')).toBeVisible()
    await click('Show all pieces')
    await leadsTo('/account/pieces?Mode=test')
  })

  test('searches by id or metadata value, and without pieces links to the first test piece', async () => {
    server.use(getListPiecesMockHandler([]))
    show('/account/pieces?Search=%20&cursor=abc')
    const box = await screen.findByRole('searchbox', { name: 'Full ID or metadata value' })
    expect(lists()).toEqual(['GET /v1/pieces?Mode=live&limit=25&cursor=abc'])
    await userEvent.clear(box)
    await userEvent.type(box, ' 4711{Enter}')
    await leadsTo('/account/pieces?Search=4711')
    expect(box).toHaveFocus()
    await waitFor(() => expect(lists().at(-1)).toBe('GET /v1/pieces?Mode=live&limit=25&Search=4711'))
    await click('Show all pieces')
    expect(screen.getByRole('heading', { name: 'Your pieces' })).toHaveFocus()
    await leadsTo('/account/pieces')
    expect(box).toHaveValue('')
    expect(await screen.findByText('No live pieces yet')).toBeVisible()
    expect(screen.getByRole('link', { name: /first test piece/ })).toHaveAttribute('href', '/account?Mode=test')
  })

  test('restarts if its cursor is invalid, has pages, and shows the number of pieces', async () => {
    const next = '<http://site.test/v1/pieces?cursor=abc-1>; rel="next"'
    server.use(
      http.get('*/v1/pieces', ({ request }) => {
        const cursor = new URL(request.url).searchParams.get('cursor')
        if (cursor === null) return HttpResponse.json([summary], { headers: { 'X-Total-Count': '26', Link: next } })
        return cursor === 'abc-1'
          ? HttpResponse.json([{ ...summary, Description: 'Older' }], { headers: { 'X-Total-Count': '26' } })
          : HttpResponse.json({ code: 'invalid_cursor' }, { status: 400 })
      }),
    )
    show('/account/pieces?cursor=abc')
    expect(await screen.findByText('26 pieces')).toBeVisible()
    expect(shownAddress()).toBe('/account/pieces')
    await userEvent.click(screen.getByRole('link', { name: 'Older pieces' }))
    expect(await screen.findByRole('row', { name: /Older/ })).toBeVisible()
    expect(shownAddress()).toBe('/account/pieces?cursor=abc-1')
    expect(screen.getByRole('heading', { name: 'Your pieces' })).toHaveFocus()
    expect(screen.queryByRole('link', { name: 'Older pieces' })).toBeNull()
    await userEvent.click(screen.getByRole('link', { name: 'Newest pieces' }))
    expect(await screen.findByRole('row', { name: /October/ })).toBeVisible()
  })

  test('opens a piece, and restores the focus to its row afterwards', async () => {
    server.use(getListPiecesMockHandler([summary]), getGetPieceMockHandler(piece))
    show('/account/pieces?From=2026-11-01')
    await userEvent.click(await screen.findByRole('link', { name: 'October reminder' }))
    expect(await screen.findByRole('heading', { name: 'October reminder' })).toBeVisible()
    expect(shownAddress()).toBe(`/account/pieces?From=2026-11-01&piece=${piece.Id}`)
    await userEvent.click(screen.getByRole('link', { name: 'All pieces' }))
    expect(await screen.findByRole('link', { name: 'October reminder' })).toHaveFocus()
  })
})

describe('a piece', () => {
  const address = `/account/pieces?piece=${piece.Id}`
  const cancel = () => userEvent.click(screen.getByRole('button', { name: 'Cancel the Piece' }))

  test('can be retried after a failure, and shows its images, timeline, and details', async () => {
    const Events = [...piece.Events, eventOf(3, 'piece.delivered', '74104')]
    const failed = failing('get', `/v1/pieces/${piece.Id}`, 503)
    server.use(failed)
    show(address)
    expect(await screen.findByText('We could not load this piece.')).toBeVisible()
    server.use(getGetPieceMockHandler({ ...piece, Status: 'delivered', Events }))
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    const pictures = await screen.findAllByRole('img')
    expect(pictures.map((image) => image.getAttribute('src'))).toEqual([
      'http://site.test/png/1',
      'http://site.test/png/2',
    ])
    const happened = within(screen.getByRole('list', { name: 'What happened' })).getAllByRole('listitem')
    expect(happened.map((one) => one.textContent)).toEqual([
      expect.stringMatching(/^Received .*2026/),
      expect.stringContaining('Checks passed'),
      expect.stringMatching(/^Delivered in 74104/),
    ])
    for (const text of ['Dana Sample, Tulsa, OK 74104', 'Nov 21, 2026', '4711', '$0.68'])
      expect(screen.getByText(text)).toBeVisible()
    expect(screen.getByRole('link', { name: 'Track this piece' })).toHaveAttribute('href', piece.TrackingUrl)
    expect(screen.queryByText(/Can be canceled/)).toBeNull()

    // Image URLs expire.
    fireEvent.error(pictures[0]!)
    await click('Load It Again')
    await waitFor(() => expect(reads()).toHaveLength(3))
    server.use(getGetPieceMockHandler({ ...piece, Proof: null, To: null, Status: 'delivered' }))
    await click('Refresh')
    expect(await screen.findByText('The name and address were deleted.')).toBeVisible()
    expect(screen.queryByRole('img')).toBeNull()
    server.use(failed)
    await click('Refresh')
    expect(await screen.findByText(/This may be out of date/)).toBeVisible()
    expect(screen.getByRole('heading', { name: 'October reminder' })).toBeVisible()
  })

  test('is canceled after a confirmation, and its countdown disappears', async () => {
    server.use(getGetPieceMockHandler(piece), getCancelPieceMockHandler({ ...piece, Status: 'canceled' }))
    show(address)
    expect(await screen.findByText(/Can be canceled until/)).toBeVisible()
    await click('Cancel This Piece')
    expect(await dialogNamed('Cancel this piece?')).toHaveTextContent('its charge of $0.68 is reversed')
    await cancel()
    await waitFor(() => expect(screen.queryByText(/Can be canceled/)).toBeNull())
    expect(screen.getAllByText('Canceled')[0]).toBeVisible()
    expect(requested).toContain(`POST /v1/pieces/${piece.Id}/cancel?Mode=live`)
    expect(reads()).toHaveLength(1)
  })

  test('offers Cancel only until the deadline, and then shows when that was', async () => {
    const late = '2026-11-20T15:19:05.123Z'
    const detail = `The piece could only be canceled until ${late}.`
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: Date.parse(late) - 2_000 })
    server.use(
      getGetPieceMockHandler({ ...piece, CancelableUntil: late }),
      failing('post', '/cancel', 409, { code: 'not_cancelable', detail }),
    )
    show(address)
    expect(await screen.findByText('0:02')).toBeVisible()
    act(() => void vi.advanceTimersByTime(1_000))
    expect(screen.getByText('0:01')).toBeVisible()
    await click('Cancel This Piece')
    await dialogNamed('Cancel this piece?')
    act(() => void vi.advanceTimersByTime(1_000))
    await cancel()
    expect(await screen.findByRole('alert')).toHaveTextContent(
      /^It could only be canceled until Nov 20, 2026, \d+:19 [AP]M\.$/,
    )
    await userEvent.click(screen.getByRole('button', { name: 'Keep It' }))
    expect(screen.queryByRole('button', { name: 'Cancel This Piece' })).toBeNull()
  })

  test('that was rejected shows each finding with its remedy', async () => {
    const Checks: Piece['Checks'] = [
      {
        Code: 'image_resolution_low',
        Severity: 'error',
        Page: 1,
        Box: { Left: 1, Top: 1, Width: 2, Height: 1 },
        Detail: 'The image has 96 dpi.',
        Remedy: 'Use a larger image.',
      },
    ]
    server.use(getGetPieceMockHandler({ ...piece, Status: 'rejected', Rejection: 'An image is too coarse.', Checks }))
    show(address)
    expect(await screen.findByText('Rejected, and not charged.')).toBeVisible()
    expect(screen.getByText('Use a larger image.')).toBeVisible()
  })

  test('from the other mode is not found, with a hint', async () => {
    server.use(failing('get', `/v1/pieces/${piece.Id}`, 404))
    show(`${address}&Mode=test`)
    expect(await screen.findByRole('heading', { name: 'Piece not found' })).toBeVisible()
    expect(screen.getByText(/It may be a live piece/)).toBeVisible()
  })
})

describe('a simulated test piece', () => {
  const moving: Piece = { ...piece, Mode: 'test', Test: { Outcome: 'delivered', Seed: 7, Pace: 'fast' } }
  const startClock = (sinceMs = 1_000) =>
    vi.useFakeTimers({
      toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
      now: Date.parse(moving.CreatedAt) + sinceMs,
      shouldAdvanceTime: true,
    })
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

  test('reloads while its status changes, and then stops', async () => {
    startClock()
    let shown = moving
    server.use(getGetPieceMockHandler(() => shown))
    show(`/account/pieces?piece=${piece.Id}&Mode=test`)
    await screen.findByRole('heading', { name: 'October reminder' })
    await pass(10_000)
    const first = reads().length
    expect(first).toBeGreaterThan(3)
    shown = { ...moving, Status: 'mailed', Events: [...piece.Events, eventOf(3, 'piece.mailed')] }
    await pass(10_000)
    expect(screen.getAllByText('Mailed').length).toBeGreaterThan(1)
    expect(reads().length).toBeGreaterThan(first + 3)
    await pass(20_000)
    const last = reads().length
    await pass(60_000)
    expect(reads()).toHaveLength(last)
  })

  test('is updated in the list, too', async () => {
    startClock()
    let Status: Piece['Status'] = 'ready'
    server.use(getListPiecesMockHandler(() => [{ ...moving, Status }]))
    show('/account/pieces?Mode=test')
    await screen.findByRole('row', { name: /Ready/ })
    Status = 'delivered'
    await pass(3_000)
    expect(await screen.findByRole('row', { name: /Delivered/ })).toBeVisible()
  })

  test('stops reloading once it is old, and live mail never reloads', () => {
    const { result } = renderHook(useFollowed)
    const intervalOf = (shown: Piece) => result.current({ state: { data: { data: shown } } })
    startClock()
    expect([moving, { ...moving, Mode: 'live' as const }].map(intervalOf)).toEqual([2_000, false])
    startClock(3_600_000)
    expect(intervalOf(moving)).toBe(false)
  })
})
