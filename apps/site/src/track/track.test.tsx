import type { TrackedPiece } from '@app/api-client'
import { getGetTrackedPieceMockHandler } from '@app/api-client/mocks'
import { useTestServer } from '@app/ui/testing'
import { fireEvent, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { http } from 'msw'
import { describe, expect, test } from 'vitest'
import { failing, show as showAt } from '../../test/account.tsx'

const server = useTestServer()

let count = 0
/** The page keeps what it loaded, so each test follows a piece of its own. */
const newToken = () => {
  count += 1
  return `track_${String(count).padStart(20, '0')}`
}

const show = (token: string) => showAt(`/track?piece=${token}`)

const piece: TrackedPiece = {
  Mode: 'live',
  Status: 'out_for_delivery',
  Size: '6x9',
  PngUrl: 'http://site.test/png',
  States: [
    { Type: 'piece.mailed', At: '2026-11-20T15:04:05.123Z' },
    { Type: 'piece.out_for_delivery', At: '2026-11-22T15:04:05.123Z' },
  ],
}

describe('/track', () => {
  test('says of a delivered piece that nothing is scanned at the mailbox', async () => {
    server.use(getGetTrackedPieceMockHandler({ ...piece, Status: 'delivered' }))
    show(newToken())
    expect(await screen.findByText(/It does not scan letters and cards at the mailbox itself\./)).toBeVisible()
  })

  test('shows the picture, the status, and the states with their dates', async () => {
    server.use(getGetTrackedPieceMockHandler(piece))
    show(newToken())
    expect(await screen.findByRole('heading', { name: 'Out for delivery' })).toBeVisible()
    expect(screen.getByRole('img', { name: 'Front: 6 × 9 postcard' })).toHaveAttribute('src', piece.PngUrl)
    const states = within(screen.getByRole('list', { name: 'What happened so far' })).getAllByRole('listitem')
    expect(states.map((state) => state.textContent)).toEqual([
      expect.stringMatching(/^Mailed .*Nov 20, 2026/),
      expect.stringMatching(/^Out for delivery .*Nov 22, 2026/),
    ])
    expect(screen.queryByText('Test piece.')).toBeNull()
  })

  test('draws the shape of a piece without a picture, or whose picture fails to load', async () => {
    server.use(getGetTrackedPieceMockHandler({ ...piece, Size: '8.5x11', PngUrl: null }))
    const { unmount } = show(newToken())
    expect(await screen.findByRole('img', { name: 'Drawing: 8.5 × 11 letter' })).toBeVisible()
    unmount()
    server.use(getGetTrackedPieceMockHandler(piece))
    show(newToken())
    fireEvent.error(await screen.findByRole('img', { name: /^Front/ }))
    expect(await screen.findByRole('img', { name: 'Drawing: 6 × 9 postcard' })).toBeVisible()
  })

  test('marks a test piece', async () => {
    server.use(getGetTrackedPieceMockHandler({ ...piece, Mode: 'test' }))
    show(newToken())
    expect(await screen.findByText('Test piece.')).toBeVisible()
  })

  test('says that a token is unknown', async () => {
    server.use(failing('get', '/v1/tracking/*', 404))
    show(newToken())
    expect(await screen.findByRole('heading', { name: 'We can’t find this piece' })).toBeVisible()
  })

  test.each(['', 'track_short', '../admin'])('sends no request for %s, which is no token', async (token) => {
    const asked: string[] = []
    server.use(
      http.get('*/v1/*', ({ request }) => {
        asked.push(request.url)
      }),
    )
    show(encodeURIComponent(token))
    expect(await screen.findByRole('heading', { name: 'We can’t find this piece' })).toBeVisible()
    expect(asked).toEqual([])
  })

  test('can be loaded again after a failure', async () => {
    server.use(failing('get', '/v1/tracking/*', 503))
    show(newToken())
    expect(await screen.findByText('We could not load this piece.')).toBeVisible()
    server.use(getGetTrackedPieceMockHandler(piece))
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(await screen.findByRole('heading', { name: 'Out for delivery' })).toBeVisible()
  })
})
