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
import {
  click,
  failing,
  key,
  leadsTo,
  receives,
  requested,
  show,
  startSignedIn,
  summary,
  usage,
} from '../../../test/account.tsx'

const server = useTestServer()
startSignedIn(server)

const returnToWindow = () => act(() => void window.dispatchEvent(new Event('focus')))

describe('with pieces', () => {
  test('shows the month, its tier, the savings of the next tier, the limits, and the latest pieces', async () => {
    let month = usage
    let rejected = 12
    server.use(
      getGetUsageMockHandler(() => month),
      http.get('*/v1/pieces', ({ request }) => {
        const { searchParams } = new URL(request.url)
        const isOfMonth = searchParams.get('Status') === 'rejected' && searchParams.get('From') === '2026-11-01'
        return HttpResponse.json([summary], { headers: { 'X-Total-Count': String(isOfMonth ? rejected : 1) } })
      }),
    )
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
    expect(await screen.findByText('Rejected this month: 12 pieces.')).toBeVisible()
    expect(screen.getByRole('link', { name: 'See why' })).toHaveAttribute(
      'href',
      '/account/pieces?Status=rejected&From=2026-11-01',
    )

    rejected = 1
    month = { ...usage, Pieces: 5000 }
    returnToWindow()
    expect(await screen.findByText('Further pieces will be rejected until next month.')).toBeVisible()
    expect(await screen.findByText('Rejected this month: 1 piece.')).toBeVisible()
    month = { ...usage, Cap: null, NextTier: null, Uncounted: 2 }
    returnToWindow()
    expect(await screen.findByText('Up to 100,000 a month. Ask us for more.')).toBeVisible()
    expect(screen.getByText('The lowest price on the list.')).toBeVisible()
    expect(screen.getByText(/2 letters each count as one sheet/)).toBeVisible()
  })

  test('says in test mode that nothing is charged, and shows the pieces even if the figures fail to load', async () => {
    server.use(
      failing('get', '/v1/usage', 503),
      http.get('*/v1/pieces', ({ request }) =>
        HttpResponse.json(request.url.includes('Status=rejected') ? [] : [summary]),
      ),
    )
    show('/account?Mode=test')
    expect(await screen.findByText('We could not load this month’s figures.')).toBeVisible()
    expect(screen.getByRole('link', { name: 'October reminder' })).toBeVisible()
    server.use(getGetUsageMockHandler({ ...usage, Mode: 'test' }))
    await click('Try Again')
    expect(await screen.findByText('Would cost')).toBeVisible()
    expect(screen.getByText('Test pieces are not charged.')).toBeVisible()
    expect(requested).toContain('GET /v1/usage?Mode=test')
    expect(screen.getByRole('link', { name: 'All pieces' })).toHaveAttribute('href', '/account/pieces?Mode=test')
    await waitFor(() => expect(requested.join()).toContain('Status=rejected'))
    expect(screen.queryByText(/^Rejected/)).toBeNull()
  })
})

test('without pieces, offers a test key, which is created once, and then the first piece', async () => {
  const sent: unknown[] = []
  server.use(
    getGetUsageMockHandler({ ...usage, Pieces: 0, Total: 0, Lines: [] }),
    getListPiecesMockHandler([]),
    getListKeysMockHandler([{ ...key, mode: 'test' }]),
    getCreateKeyMockHandler(receives(sent, { key, secret: 'test_secret' })),
  )
  show('/account')
  const send = await screen.findByRole('link', { name: 'send a test piece' })
  expect(screen.getByRole('link', { name: 'create a live key' })).toHaveAttribute('href', '/account/keys?open=new')
  fireEvent.click(send)
  await leadsTo('/account?Mode=test')
  expect(await screen.findByText(/You have one already/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Create a Test Key' })).toBeNull()

  server.use(getListKeysMockHandler([]))
  returnToWindow()
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
  returnToWindow()
  expect(await screen.findByRole('link', { name: 'My first test piece' })).toBeVisible()
  expect(screen.getByDisplayValue('test_secret')).toBeVisible()
})
