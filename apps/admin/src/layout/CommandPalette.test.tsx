import {
  getGetAccountPieceMockHandler,
  getListAccountsMockHandler,
  getListCampaignLinksMockHandler,
  getListPricingProductsMockHandler,
  getListSampleRequestsMockHandler,
} from '@app/api-client/mocks'
import { getListLeadsQueryKey } from '@app/api-client'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import {
  lead,
  renderAdmin,
  signedIn,
  signedInAsEditor,
  signedInAsViewer,
  useAdmin,
  withLeads,
  withStats,
} from '../../test/admin.tsx'
import { accountId, listedAccount, piece } from '../../test/customer-accounts.ts'
import { campaignLink, product, sampleRequest } from '../../test/records.ts'
import { routes, screenRoutes } from '../urls/routes.ts'

const { server, left, saved } = useAdmin()

// The filters behind the palette have options too.
const list = () => within(screen.getByRole('listbox', { name: 'Commands' }))
const options = () =>
  list()
    .getAllByRole('option')
    .map((option) => option.textContent)
const chosen = () => list().getByRole('option', { selected: true })

async function open() {
  renderAdmin()
  await screen.findByText('Dana Example')
  await userEvent.keyboard('{Control>}k{/Control}')
  return screen.findByRole('combobox', { name: 'Command or record' })
}

describe('the command palette', () => {
  test('the arrow keys select an entry, and Enter opens it', async () => {
    server.use(signedIn, withStats, withLeads(lead()), getListPricingProductsMockHandler([]))
    const field = await open()
    expect(field).toHaveFocus()
    expect(chosen()).toHaveTextContent('Go to Dashboard')
    await userEvent.keyboard('{ArrowDown}'.repeat(screenRoutes.indexOf(routes.pricing)))
    expect(field).toHaveAttribute('aria-activedescendant', chosen().id)
    expect(chosen()).toHaveTextContent('Go to Pricing Management')
    await userEvent.keyboard('{Enter}')
    expect(await screen.findByText('No pricing products yet')).toBeVisible()
    expect(screen.queryByRole('combobox')).not.toBeInTheDocument()
  })

  test('filters as the user types, and also opens from inside a field', async () => {
    server.use(signedIn, withStats, withLeads(lead()))
    renderAdmin()
    await screen.findByText('Dana Example')
    await userEvent.keyboard('/')
    await userEvent.keyboard('{Control>}k{/Control}')
    await screen.findByRole('combobox', { name: 'Command or record' })
    server.use(withLeads())
    await userEvent.keyboard('prod add')
    expect(options()).toEqual(['Add a pricing product'])
    await userEvent.keyboard(' nothing of this name')
    expect(await screen.findByText('No results')).toBeVisible()
  })

  test('collects keys typed before it has opened, so that they trigger no shortcuts', async () => {
    server.use(signedIn, withStats, withLeads(lead()))
    renderAdmin()
    await screen.findByText('Dana Example')
    await act(async () => {
      fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
    })
    for (const key of 'gp/?') fireEvent.keyDown(document.body, { key })
    expect(await screen.findByRole('combobox', { name: 'Command or record' })).toHaveValue('gp/?')
    expect(window.location.pathname).toBe('/admin')
    expect(screen.queryByRole('dialog', { name: 'Keyboard shortcuts' })).not.toBeInTheDocument()
  })

  test('offers only what the role allows', async () => {
    server.use(signedInAsViewer, withStats, withLeads(lead()))
    await open()
    expect(options().filter((option) => option?.startsWith('Add'))).toEqual([])
  })

  test('opens the first result when Enter comes before the search has finished', async () => {
    server.use(signedIn, withStats, withLeads(lead()))
    const field = await open()
    server.use(withLeads(lead({ id: 'found', firstName: 'Nia' })))
    await userEvent.type(field, 'nia{Enter}')
    await waitFor(() => expect(window.location.search).toBe('?lead=found'))
    expect(screen.queryByRole('combobox', { name: 'Command or record' })).not.toBeInTheDocument()
  })

  test('shows all results at once, so that no row moves under the pointer', async () => {
    let answer = () => {}
    const gate = new Promise<void>((resolve) => {
      answer = resolve
    })
    server.use(signedIn, withStats, withLeads(lead()))
    const { queryClient } = renderAdmin()
    await screen.findByText('Dana Example')
    await userEvent.keyboard('{Control>}k{/Control}')
    await screen.findByRole('combobox', { name: 'Command or record' })
    server.use(
      withLeads(lead({ id: 'found', firstName: 'Nia' })),
      http.get('*/api/admin/pricing/products', async () => {
        await gate
        return HttpResponse.json([product({ name: 'Nia card' })])
      }),
    )
    await userEvent.keyboard('nia')
    const found = getListLeadsQueryKey({ q: 'nia', limit: 6 })
    await waitFor(() => expect(queryClient.getQueryData(found)).toBeDefined())
    await act(async () => {})
    expect(list().queryAllByRole('option')).toEqual([])
    answer()
    await waitFor(() => expect(options()).toHaveLength(2))
    expect(options()[0]).toContain('Nia card')
  })

  test('finds products and sample requests', async () => {
    server.use(
      signedIn,
      withStats,
      withLeads(),
      getListPricingProductsMockHandler([product({ id: 'six-by-nine', name: 'Postcard 6x9' })]),
      getListSampleRequestsMockHandler([sampleRequest({ email: 'marcus@example.com' })]),
    )
    renderAdmin()
    await screen.findByText('No leads found')
    await userEvent.keyboard('{Control>}k{/Control}')
    const field = await screen.findByRole('combobox', { name: 'Command or record' })
    await userEvent.type(field, '6x9 post')
    expect(await screen.findByRole('option', { name: /Postcard 6x9/ })).toHaveTextContent('Product')
    await userEvent.click(screen.getByRole('option', { name: /Sample request/ }))
    await waitFor(() => expect(window.location.search).toBe('?tab=requests&q=marcus%40example.com'))
  })

  test.each([
    ['spring', /Campaign link/, 'Campaign link · Spring mailing', '/admin/campaigns?tab=links&q='],
    ['tulsa', /Customer account/, 'Customer account · Dana Example', `/admin/accounts?account=${accountId}`],
  ])('finds the record of "%s"', async (words, name, hint, address) => {
    server.use(
      signedIn,
      withStats,
      withLeads(lead()),
      getListAccountsMockHandler([listedAccount()]),
      getListCampaignLinksMockHandler([campaignLink()]),
    )
    await open()
    await userEvent.keyboard(words)
    const option = await screen.findByRole('option', { name })
    expect(option).toHaveTextContent(hint)
    await userEvent.click(option)
    await waitFor(() => expect(window.location.pathname + window.location.search).toContain(address))
  })

  test('finds a piece by its whole id', async () => {
    const id = `piece_${'4'.repeat(20)}`
    server.use(
      signedIn,
      withStats,
      withLeads(lead()),
      getGetAccountPieceMockHandler({
        accountId,
        accountName: 'Tulsa Roofing Example',
        piece: {
          ...piece,
          Id: id,
          Mode: 'test',
          Status: 'mailed',
          Proof: null,
          Checks: [],
          Rejection: null,
          Test: null,
          Events: [],
        },
      }),
    )
    await open()
    await userEvent.keyboard(id)
    await userEvent.click(await screen.findByRole('option', { name: /Piece · Tulsa Roofing Example · Mailed/ }))
    await waitFor(() => expect(window.location.search).toBe(`?account=${accountId}&mode=test&piece=${id}`))
  })

  test.each([
    ['sign out', 'Sign out'],
    ['log out', 'Sign out'],
    ['dark', 'Use dark theme'],
    ['theme', 'Use light theme'],
    ['export', 'Export all leads as CSV'],
    ['invite', 'Invite a colleague'],
    ['avery', 'Print labels and packing slips'],
  ])('finds "%s"', async (words, label) => {
    server.use(signedIn, withStats, withLeads(lead()))
    await open()
    await userEvent.keyboard(words)
    expect(options()).toContain(label)
  })

  test('signs out, changes the theme, and downloads a file in place', async () => {
    server.use(signedIn, withStats, withLeads(lead()))
    await open()
    await userEvent.keyboard('dark{Enter}')
    expect(document.documentElement).toHaveAttribute('data-mantine-color-scheme', 'dark')
    await userEvent.keyboard('{Control>}k{/Control}')
    await userEvent.keyboard('export requests{Enter}')
    await waitFor(() => expect(saved).toEqual(['/api/admin/print-samples/export']))
    await userEvent.keyboard('{Control>}k{/Control}')
    await userEvent.keyboard('sign out{Enter}')
    expect(left).toEqual(['/api/logout'])
  })

  test('hides owner commands from editors', async () => {
    server.use(signedInAsEditor, withStats, withLeads(lead()))
    await open()
    await userEvent.keyboard('invite')
    expect(list().queryByRole('option', { name: /Invite/ })).not.toBeInTheDocument()
  })

  test('finds a lead and opens it', async () => {
    const questions: string[] = []
    server.use(signedIn, withStats, withLeads(lead()))
    await open()
    server.use(
      http.get('*/api/admin/leads', ({ request }) => {
        questions.push(new URL(request.url).search)
        return HttpResponse.json([lead({ id: 'found', firstName: 'Nia', company: 'Example Dental' })])
      }),
    )
    await userEvent.keyboard('dental')
    const found = await screen.findByRole('option', { name: /Nia Example/ })
    expect(within(found).getByText('Lead · Example Dental · dana@example.com')).toBeVisible()
    expect(questions).toEqual(['?q=dental&limit=6'])
    await userEvent.click(found)
    await waitFor(() => expect(window.location.search).toBe('?lead=found'))
  })
})
