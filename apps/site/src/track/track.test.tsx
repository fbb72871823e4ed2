import type { TrackedPiece } from '@app/api-client'
import { getGetTrackedPieceMockHandler } from '@app/api-client/mocks'
import { useTestServer } from '@app/ui/testing'
import { fireEvent, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { http } from 'msw'
import { describe, expect, test } from 'vitest'
import { failing, show as showAt } from '../../test/account.tsx'

const server = useTestServer()

const show = (token = `track_${'0'.repeat(20)}`) => showAt(`/track?piece=${encodeURIComponent(token)}`)

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
  test('shows the image, the status, and the dated states, and a drawing if the image fails to load', async () => {
    server.use(getGetTrackedPieceMockHandler(piece))
    show()
    expect(await screen.findByRole('heading', { name: 'Out for delivery' })).toBeVisible()
    const picture = screen.getByRole('img', { name: 'Front: 6 × 9 postcard' })
    expect(picture).toHaveAttribute('src', piece.PngUrl)
    const states = within(screen.getByRole('list', { name: 'What happened so far' })).getAllByRole('listitem')
    expect(states.map((state) => state.textContent)).toEqual([
      expect.stringMatching(/^Mailed .*Nov 20, 2026/),
      expect.stringMatching(/^Out for delivery .*Nov 22, 2026/),
    ])
    expect(screen.queryByText('Test piece.')).toBeNull()
    fireEvent.error(picture)
    expect(await screen.findByRole('img', { name: 'Drawing: 6 × 9 postcard' })).toBeVisible()
  })

  test('reloads after a failure, and shows a delivered test piece without an image', async () => {
    server.use(failing('get', '/v1/tracking/*', 503))
    show()
    expect(await screen.findByText('We could not load this piece.')).toBeVisible()
    server.use(
      getGetTrackedPieceMockHandler({ ...piece, Mode: 'test', Status: 'delivered', Size: '8.5x11', PngUrl: null }),
    )
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(await screen.findByRole('img', { name: 'Drawing: 8.5 × 11 letter' })).toBeVisible()
    expect(screen.getByText(/It does not scan letters and cards at the mailbox itself\./)).toBeVisible()
    expect(screen.getByText('Test piece.')).toBeVisible()
  })

  test('says that a token is unknown', async () => {
    server.use(failing('get', '/v1/tracking/*', 404))
    show()
    expect(await screen.findByRole('heading', { name: 'We can’t find this piece' })).toBeVisible()
  })

  test.each(['', 'track_short', '../admin'])('sends no request for %s, which is not a token', async (token) => {
    const asked: string[] = []
    server.use(
      http.get('*/v1/*', ({ request }) => {
        asked.push(request.url)
      }),
    )
    show(token)
    expect(await screen.findByRole('heading', { name: 'We can’t find this piece' })).toBeVisible()
    expect(asked).toEqual([])
  })
})
