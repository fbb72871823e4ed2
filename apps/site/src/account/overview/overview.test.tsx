import {
  getCreateKeyMockHandler,
  getGetUsageMockHandler,
  getListKeysMockHandler,
  getListPiecesMockHandler,
} from '@app/api-client/mocks'
import { useTestServer } from '@app/ui/testing'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { failing, key, receives, requested, show, startSignedIn, summary, usage } from '../../../test/account.tsx'

const server = useTestServer()
startSignedIn(server)

const empty = { ...usage, Pieces: 0, Total: 0, Lines: [] }

describe('with pieces', () => {
  test('shows the month, its tier, what the next one saves, and the latest pieces', async () => {
    server.use(getGetUsageMockHandler(usage), getListPiecesMockHandler([summary]))
    show('/account')
    expect(await screen.findByRole('heading', { name: 'November 2026' })).toBeVisible()
    expect(screen.getAllByText('$1,359.32').length).toBe(2)
    expect(screen.getByRole('progressbar')).toHaveAttribute('value', '1999')
    expect(screen.getByText(/of 5,000, your monthly cap/)).toBeVisible()
    expect(screen.getByText('1 more piece reaches 2,000. The pieces so far would then cost $59.97 less.')).toBeVisible()
    const line = within(screen.getByRole('table', { name: 'Pieces by kind' })).getByRole('row', { name: /1,999/ })
    expect(line).toHaveTextContent('$0.68')
    expect(screen.getByRole('link', { name: 'October reminder' })).toHaveAttribute(
      'href',
      `/account/pieces?piece=${summary.Id}`,
    )
  })

  test('at the cap says that further pieces are rejected', async () => {
    server.use(getGetUsageMockHandler({ ...usage, Pieces: 5000 }), getListPiecesMockHandler([summary]))
    show('/account')
    expect(await screen.findByText('Further pieces will be rejected until next month.')).toBeVisible()
  })

  test('without a cap, on the last tier, and with uncounted letters, says so', async () => {
    server.use(
      getGetUsageMockHandler({ ...usage, Cap: null, NextTier: null, Uncounted: 2 }),
      getListPiecesMockHandler([summary]),
    )
    show('/account')
    expect(await screen.findByText('Up to 100,000 a month. Ask us for more.')).toBeVisible()
    expect(screen.getByText('The lowest price on the list.')).toBeVisible()
    expect(screen.getByText(/2 letters each count as one sheet/)).toBeVisible()
  })

  test('in test mode says that nothing is charged', async () => {
    server.use(getGetUsageMockHandler({ ...usage, Mode: 'test' }), getListPiecesMockHandler([summary]))
    show('/account?Mode=test')
    expect(await screen.findByText('Would cost')).toBeVisible()
    expect(screen.getByText('Test pieces are not charged.')).toBeVisible()
    expect(requested).toContain('GET /v1/usage?Mode=test')
    expect(screen.getByRole('link', { name: 'All pieces' })).toHaveAttribute('href', '/account/pieces?Mode=test')
  })

  const rejecting = (count: number) =>
    server.use(
      getGetUsageMockHandler(usage),
      http.get('*/v1/pieces', ({ request }) => {
        const { searchParams } = new URL(request.url)
        const isOfMonth = searchParams.get('Status') === 'rejected' && searchParams.get('From') === '2026-11-01'
        return isOfMonth
          ? HttpResponse.json(count === 0 ? [] : [summary], { headers: { 'X-Total-Count': String(count) } })
          : HttpResponse.json([summary])
      }),
    )

  test.each([
    [1, '1 piece'],
    [12, '12 pieces'],
  ])('leads to the %d of the month that were rejected', async (count, text) => {
    rejecting(count)
    show('/account')
    expect(await screen.findByText(`Rejected this month: ${text}.`)).toBeVisible()
    expect(screen.getByRole('link', { name: 'See why' })).toHaveAttribute(
      'href',
      '/account/pieces?Status=rejected&From=2026-11-01',
    )
  })

  test('says nothing of rejected pieces when there are none', async () => {
    rejecting(0)
    show('/account')
    await waitFor(() => expect(requested.filter((call) => call.startsWith('GET /v1/pieces'))).toHaveLength(2))
    expect(await screen.findByRole('progressbar')).toBeVisible()
    expect(screen.queryByText(/^Rejected/)).toBeNull()
  })

  test('shows the pieces even if the figures fail to load', async () => {
    server.use(failing('get', '/v1/usage', 503), getListPiecesMockHandler([summary]))
    show('/account')
    expect(await screen.findByText('We could not load this month’s figures.')).toBeVisible()
    expect(screen.getByRole('link', { name: 'October reminder' })).toBeVisible()
  })
})

describe('without pieces', () => {
  test('a live account is led to its first test piece and to a live key', async () => {
    server.use(getGetUsageMockHandler(empty), getListPiecesMockHandler([]))
    show('/account')
    expect(await screen.findByRole('link', { name: 'send a test piece' })).toHaveAttribute('href', '/account?Mode=test')
    expect(screen.getByRole('link', { name: 'create a live key' })).toHaveAttribute('href', '/account/keys?open=new')
  })

  test('a test key is created with one click, and the first piece appears on return to the window', async () => {
    const sent: unknown[] = []
    server.use(
      getGetUsageMockHandler(empty),
      getListPiecesMockHandler([]),
      getListKeysMockHandler([]),
      getCreateKeyMockHandler(receives(sent, { key, secret: 'test_secret' })),
    )
    show('/account?Mode=test')
    const create = await screen.findByRole('button', { name: 'Create a Test Key' })
    create.focus()
    fireEvent.click(create)
    fireEvent.click(create)
    expect(await screen.findByDisplayValue('test_secret')).toHaveFocus()
    expect(sent).toMatchObject([{ mode: 'test', name: 'First test key' }])
    const code = screen.getByRole('tabpanel')
    expect(code).toHaveTextContent('Authorization: Bearer $API_KEY')
    expect(code).toHaveTextContent('"DryRun": false')
    expect(code).toHaveTextContent('"Outcome": "delivered_and_scanned"')
    server.use(getListPiecesMockHandler([{ ...summary, Mode: 'test', Description: 'My first test piece' }]))
    act(() => void window.dispatchEvent(new Event('focus')))
    expect(await screen.findByRole('link', { name: 'My first test piece' })).toBeVisible()
    expect(screen.getByDisplayValue('test_secret')).toBeVisible()
  })

  test('a test key that exists is not created again', async () => {
    server.use(
      getGetUsageMockHandler(empty),
      getListPiecesMockHandler([]),
      getListKeysMockHandler([{ ...key, mode: 'test' }]),
    )
    show('/account?Mode=test')
    expect(await screen.findByText(/You have one already/)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Create a Test Key' })).toBeNull()
  })
})
