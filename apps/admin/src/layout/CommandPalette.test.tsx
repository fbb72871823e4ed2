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
import { lead, renderAdmin, signedIn, signedInAsEditor, useAdmin, withLeads, withStats } from '../../test/admin.tsx'
import { accountId, listedAccount, piece } from '../../test/customer-accounts.ts'
import { campaignLink, product, sampleRequest } from '../../test/records.ts'
import { routes, screenRoutes } from '../urls/routes.ts'
import { commandsFor } from './command-list.ts'

const { server, left, saved } = useAdmin()

// The filters behind the palette have options too.
const list = () => within(screen.getByRole('listbox', { name: 'Commands' }))
const options = () =>
  list()
    .getAllByRole('option')
    .map((option) => option.textContent)
const chosen = () => list().getByRole('option', { selected: true })

async function openAgain() {
  await userEvent.keyboard('{Control>}k{/Control}')
  return screen.findByRole('combobox', { name: 'Command or record' })
}

async function open() {
  renderAdmin()
  await screen.findByText('Dana Example')
  return openAgain()
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

  test('collects keys typed before it opens, so that they trigger no shortcuts', async () => {
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

  test('finds commands and actions as the user types, and also opens from inside a field', async () => {
    server.use(signedIn, withStats, withLeads(lead()))
    renderAdmin()
    await screen.findByText('Dana Example')
    await userEvent.keyboard('/')
    const field = await openAgain()
    server.use(withLeads())
    const search = (value: string) => fireEvent.change(field, { target: { value } })
    for (const [words, label] of [
      ['log out', 'Sign out'],
      ['theme', 'Use light theme'],
      ['export', 'Export all leads as CSV'],
      ['invite', 'Invite a colleague'],
      ['avery', 'Print labels and packing slips'],
    ] as const) {
      search(words)
      expect(options(), `results of ${words}`).toContain(label)
    }
    search('prod add')
    expect(options()).toEqual(['Add a pricing product'])
    search('nothing of this name')
    expect(await screen.findByText('No results')).toBeVisible()

    search('dark')
    await userEvent.keyboard('{Enter}')
    expect(document.documentElement).toHaveAttribute('data-mantine-color-scheme', 'dark')
    await openAgain()
    await userEvent.keyboard('export requests{Enter}')
    await waitFor(() => expect(saved).toEqual(['/api/admin/print-samples/export']))
    await openAgain()
    await userEvent.keyboard('sign out{Enter}')
    expect(left).toEqual(['/api/logout'])
  })

  test('offers only what the role allows', async () => {
    const forViewers = commandsFor('', (least) => least === 'viewer', [])
    expect(forViewers.filter(({ label }) => label.startsWith('Add'))).toEqual([])
    server.use(signedInAsEditor, withStats, withLeads(lead()))
    await open()
    expect(options()).toContain('Add a pricing product')
    expect(options()).not.toContain('Invite a colleague')
  })

  test('shows all results together so that no row moves, and opens the first one if Enter came before them', async () => {
    const gate = Promise.withResolvers<void>()
    const questions: string[] = []
    server.use(signedIn, withStats, withLeads(lead()))
    const { queryClient } = renderAdmin()
    await screen.findByText('Dana Example')
    await openAgain()
    server.use(
      http.get('*/api/admin/leads', ({ request }) => {
        questions.push(new URL(request.url).search)
        return HttpResponse.json([lead({ id: 'found', firstName: 'Nia', company: 'Example Dental' })])
      }),
      http.get('*/api/admin/pricing/products', async () => {
        await gate.promise
        return HttpResponse.json([product({ name: 'Dental card' })])
      }),
    )
    await userEvent.keyboard('dental')
    const found = getListLeadsQueryKey({ q: 'dental', limit: 6 })
    await waitFor(() => expect(queryClient.getQueryData(found)).toBeDefined())
    await act(async () => {})
    expect(list().queryAllByRole('option')).toEqual([])
    expect(questions).toEqual(['?q=dental&limit=6'])
    gate.resolve()
    await waitFor(() => expect(options()).toEqual(['Dental cardProduct', expect.stringMatching(/^Nia Example/)]))
    await userEvent.click(screen.getByText('Lead · Example Dental · dana@example.com'))
    await waitFor(() => expect(window.location.search).toBe('?lead=found'))

    await openAgain()
    server.use(withLeads(lead({ id: 'first', firstName: 'Omar' })))
    await userEvent.keyboard('omar{Enter}')
    await waitFor(() => expect(window.location.search).toBe('?lead=first'))
    expect(screen.queryByRole('combobox', { name: 'Command or record' })).not.toBeInTheDocument()
  })

  test('finds records of every kind, and a piece by its whole id', async () => {
    const id = `piece_${'4'.repeat(20)}`
    const more = { Proof: null, Checks: [], Rejection: null, Test: null, Events: [] }
    server.use(
      signedIn,
      withStats,
      withLeads(lead()),
      getListAccountsMockHandler([listedAccount()]),
      getListCampaignLinksMockHandler([campaignLink()]),
      getListSampleRequestsMockHandler([sampleRequest({ email: 'marcus@example.com' })]),
      getGetAccountPieceMockHandler({
        accountId,
        accountName: 'Tulsa Roofing Example',
        piece: { ...piece, Id: id, Mode: 'test', Status: 'mailed', ...more },
      }),
    )
    renderAdmin()
    await screen.findByText('Dana Example')
    for (const [words, hint, address] of [
      ['marcus', /^Sample request · /, '/admin/samples?tab=requests&q=marcus%40example.com'],
      ['spring', /^Campaign link · Spring mailing/, '/admin/campaigns?tab=links&q='],
      ['tulsa', 'Customer account · Dana Example', `/admin/accounts?account=${accountId}`],
      [id, 'Piece · Tulsa Roofing Example · Mailed', `/admin/accounts?account=${accountId}&mode=test&piece=${id}`],
    ] as const) {
      await openAgain()
      await userEvent.paste(words)
      await userEvent.click(await list().findByText(hint))
      await waitFor(() => expect(window.location.pathname + window.location.search).toContain(address))
    }
  })
})
