import type { Piece } from '@app/api-client'
import { getCancelPieceMockHandler, getGetPieceMockHandler, getListPiecesMockHandler } from '@app/api-client/mocks'
import { useTestServer } from '@app/ui/testing'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
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

const server = useTestServer()
startSignedIn(server)
afterEach(() => void vi.useRealTimers())

const lists = () => requested.filter((line) => line.startsWith('GET /v1/pieces?'))
const reads = () => requested.filter((line) => line.startsWith('GET /v1/pieces/'))

describe('the list', () => {
  test('shows each piece with its recipient’s city, size, status, and price', async () => {
    const deleted = { ...summary, Id: `${summary.Id.slice(0, -1)}D`, Description: null, To: null, Price: null }
    server.use(getListPiecesMockHandler([summary, deleted]))
    show('/account/pieces')
    const row = await screen.findByRole('row', { name: /October reminder/ })
    for (const text of ['Tulsa, OK', '4.25 × 6 postcard', 'Ready to print', '$0.68'])
      expect(row).toHaveTextContent(text)
    const other = screen.getByRole('row', { name: new RegExp(deleted.Id) })
    expect(other).toHaveTextContent('Deleted')
    expect(other).toHaveTextContent('Not known yet')
    expect(lists()).toEqual(['GET /v1/pieces?Mode=live&limit=25'])
  })

  test('is filtered by status and days, which the address has', async () => {
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
    await userEvent.click(screen.getByRole('button', { name: 'Show all pieces' }))
    await leadsTo('/account/pieces?Mode=test')
  })

  test('is searched for an id or a value of the metadata', async () => {
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
  })

  test('ignores what is no filter', async () => {
    server.use(getListPiecesMockHandler([summary]))
    show('/account/pieces?Status=toString&From=yesterday&To=2026-02-30')
    await screen.findByRole('row', { name: /October/ })
    expect(lists()).toEqual(['GET /v1/pieces?Mode=live&limit=25'])
  })

  test('starts over when the cursor in the address is invalid', async () => {
    server.use(
      http.get('*/v1/pieces', ({ request }) =>
        new URL(request.url).searchParams.has('cursor')
          ? HttpResponse.json({ type: 'about:blank', title: 'x', code: 'invalid_cursor', status: 400 }, { status: 400 })
          : HttpResponse.json([summary], { headers: { 'X-Total-Count': '1' } }),
      ),
    )
    show('/account/pieces?cursor=abc')
    expect(await screen.findByRole('row', { name: /October/ })).toBeVisible()
    expect(shownAddress()).toBe('/account/pieces')
  })

  test('has pages, and says how many there are', async () => {
    const next = '<http://site.test/v1/pieces?cursor=abc-1>; rel="next"'
    server.use(
      http.get('*/v1/pieces', ({ request }) =>
        new URL(request.url).searchParams.has('cursor')
          ? HttpResponse.json([{ ...summary, Description: 'Older' }], { headers: { 'X-Total-Count': '26' } })
          : HttpResponse.json([summary], { headers: { 'X-Total-Count': '26', Link: next } }),
      ),
    )
    show('/account/pieces')
    expect(await screen.findByText('26 pieces')).toBeVisible()
    await userEvent.click(screen.getByRole('link', { name: 'Older pieces' }))
    expect(await screen.findByRole('row', { name: /Older/ })).toBeVisible()
    expect(shownAddress()).toBe('/account/pieces?cursor=abc-1')
    expect(screen.getByRole('heading', { name: 'Your pieces' })).toHaveFocus()
    expect(screen.queryByRole('link', { name: 'Older pieces' })).toBeNull()
    await userEvent.click(screen.getByRole('link', { name: 'Newest pieces' }))
    expect(await screen.findByRole('row', { name: /October/ })).toBeVisible()
  })

  test('is loaded again when the visitor returns to the window, and not by itself', async () => {
    server.use(getListPiecesMockHandler([summary]))
    show('/account/pieces')
    await screen.findByRole('row', { name: /October/ })
    expect(lists()).toHaveLength(1)
    act(() => void window.dispatchEvent(new Event('focus')))
    await waitFor(() => expect(lists()).toHaveLength(2))
  })

  test('without pieces leads to the first test piece', async () => {
    server.use(getListPiecesMockHandler([]))
    show('/account/pieces')
    expect(await screen.findByText('No live pieces yet')).toBeVisible()
    expect(screen.getByRole('link', { name: /first test piece/ })).toHaveAttribute('href', '/account?Mode=test')
  })

  test('opens a piece, and has the focus on its row again afterwards', async () => {
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

  test('shows its pictures, its timeline, and what is known about it', async () => {
    const Events = [...piece.Events, eventOf(3, 'piece.delivered', '74104')]
    server.use(getGetPieceMockHandler({ ...piece, Status: 'delivered', Events }))
    show(address)
    expect((await screen.findAllByRole('img')).map((image) => image.getAttribute('src'))).toEqual([
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
  })

  test('is canceled after a question, and the countdown is gone', async () => {
    server.use(
      getListPiecesMockHandler([summary]),
      getGetPieceMockHandler(piece),
      getCancelPieceMockHandler({ ...piece, Status: 'canceled' }),
    )
    show(address)
    expect(await screen.findByText(/Can be canceled until/)).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Cancel This Piece' }))
    const question = await dialogNamed('Cancel this piece?')
    expect(question).toHaveTextContent('its charge of $0.68 is reversed')
    await userEvent.click(within(question).getByRole('button', { name: 'Cancel the Piece' }))
    await waitFor(() => expect(screen.queryByText(/Can be canceled/)).toBeNull())
    expect(screen.getAllByText('Canceled')[0]).toBeVisible()
    expect(requested).toContain(`POST /v1/pieces/${piece.Id}/cancel?Mode=live`)
    expect(reads()).toHaveLength(1)
  })

  test('that can no longer be canceled says until when it could', async () => {
    const detail = 'The piece could only be canceled until 2026-11-20T15:19:05.123Z.'
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T15:20:00Z') })
    const late = { ...piece, CancelableUntil: '2026-11-20T15:19:05.123Z' }
    server.use(getGetPieceMockHandler(late), failing('post', '/cancel', 409, { code: 'not_cancelable', detail }))
    show(`${address}&open=cancel`)
    await userEvent.click(
      within(await dialogNamed('Cancel this piece?')).getByRole('button', { name: 'Cancel the Piece' }),
    )
    expect(await screen.findByRole('alert')).toHaveTextContent(
      /^It could only be canceled until Nov 20, 2026, \d+:19 [AP]M\.$/,
    )
  })

  test('offers Cancel no longer than it is possible', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: new Date('2026-11-20T15:19:03.123Z') })
    server.use(getGetPieceMockHandler({ ...piece, CancelableUntil: '2026-11-20T15:19:05.123Z' }))
    show(address)
    expect(await screen.findByText('0:02')).toBeVisible()
    act(() => void vi.advanceTimersByTime(1_000))
    expect(screen.getByText('0:01')).toBeVisible()
    act(() => void vi.advanceTimersByTime(1_000))
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

  test('whose name and address were deleted says so', async () => {
    server.use(getGetPieceMockHandler({ ...piece, Proof: null, To: null, Status: 'delivered' }))
    show(address)
    expect(await screen.findByText('The name and address were deleted.')).toBeVisible()
    expect(screen.queryByRole('img')).toBeNull()
  })

  test('whose pictures’ links have expired gets new ones', async () => {
    server.use(getGetPieceMockHandler(piece))
    show(address)
    const [front] = await screen.findAllByRole('img')
    fireEvent.error(front!)
    await click('Load It Again')
    await waitFor(() => expect(reads()).toHaveLength(2))
  })

  test('of the other mode is not found, with a hint', async () => {
    server.use(failing('get', `/v1/pieces/${piece.Id}`, 404))
    show(`${address}&Mode=test`)
    expect(await screen.findByRole('heading', { name: 'Piece not found' })).toBeVisible()
    expect(screen.getByText(/It may be a live piece/)).toBeVisible()
  })

  test('that fails to load can be loaded again, and a later failure keeps it', async () => {
    server.use(failing('get', `/v1/pieces/${piece.Id}`, 503))
    show(address)
    expect(await screen.findByText('We could not load this piece.')).toBeVisible()
    server.use(getGetPieceMockHandler(piece))
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(await screen.findByRole('heading', { name: 'October reminder' })).toBeVisible()
    server.use(failing('get', `/v1/pieces/${piece.Id}`, 503))
    await userEvent.click(screen.getByRole('button', { name: 'Refresh' }))
    expect(await screen.findByText(/This may be out of date/)).toBeVisible()
    expect(screen.getByRole('heading', { name: 'October reminder' })).toBeVisible()
  })
})
