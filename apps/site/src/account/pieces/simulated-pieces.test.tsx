import type { Piece } from '@app/api-client'
import { getGetPieceMockHandler, getListPiecesMockHandler } from '@app/api-client/mocks'
import { useTestServer } from '@app/ui/testing'
import { act, screen } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { eventOf, piece, requested, show, startSignedIn } from '../../../test/account.tsx'

const server = useTestServer()
startSignedIn(server)
afterEach(() => void vi.useRealTimers())

const reads = () => requested.filter((line) => line.startsWith('GET /v1/pieces/'))

describe('a test piece that is simulated', () => {
  const moving: Piece = {
    ...piece,
    Mode: 'test',
    Test: { Outcome: 'delivered', Seed: 7, Pace: 'fast' },
    CreatedAt: '2026-11-20T15:04:05.123Z',
  }
  const start = (shown: Piece, sinceMs = 1_000) => {
    vi.useFakeTimers({
      toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
      now: Date.parse(shown.CreatedAt) + sinceMs,
      shouldAdvanceTime: true,
    })
    let events = 1
    server.use(
      getGetPieceMockHandler(() => ({
        ...shown,
        Status: events === 1 ? 'ready' : 'mailed',
        Events: [1, 2, 3].slice(0, events).map((n) => eventOf(n, 'piece.mailed')),
      })),
    )
    return () => {
      events += 1
    }
  }
  const showPiece = () => show(`/account/pieces?piece=${piece.Id}&Mode=test`)
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  const opened = () => screen.findByRole('heading', { name: 'October reminder' })

  test('is loaded again while something happens, and no longer', async () => {
    const happen = start(moving)
    showPiece()
    await opened()
    await pass(10_000)
    const first = reads().length
    expect(first).toBeGreaterThan(3)
    happen()
    await pass(10_000)
    expect(screen.getAllByText('Mailed').length).toBeGreaterThan(1)
    expect(reads().length).toBeGreaterThan(first + 3)
    await pass(20_000)
    const last = reads().length
    await pass(60_000)
    expect(reads()).toHaveLength(last)
  })

  test('moves in the list, too', async () => {
    start(moving)
    server.use(getListPiecesMockHandler(() => [{ ...moving, Status: 'ready' }]))
    show('/account/pieces?Mode=test')
    await screen.findByRole('row', { name: /Ready/ })
    server.use(getListPiecesMockHandler(() => [{ ...moving, Status: 'delivered' }]))
    await pass(3_000)
    expect(await screen.findByRole('row', { name: /Delivered/ })).toBeVisible()
  })

  test.each([
    ['is live', { ...moving, Mode: 'live', Test: null } as const, 1_000],
    ['is old', moving, 3_600_000],
  ])('is not loaded again by itself when it %s', async (_case, shown, sinceMs) => {
    start(shown, sinceMs)
    showPiece()
    await opened()
    await pass(60_000)
    expect(reads()).toHaveLength(1)
  })
})
