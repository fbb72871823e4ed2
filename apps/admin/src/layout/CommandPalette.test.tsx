import { getListPricingProductsMockHandler } from '@app/api-client/mocks'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { lead, renderAdmin, signedIn, signedInAsViewer, useAdmin, withLeads, withStats } from '../../test/admin.tsx'

const { server } = useAdmin()

// The filters behind it have options too.
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
  return screen.findByRole('combobox', { name: 'Command or lead' })
}

describe('the command palette', () => {
  test('selects an entry by the arrow keys, and Enter opens it', async () => {
    server.use(signedIn, withStats, withLeads(lead()), getListPricingProductsMockHandler([]))
    const field = await open()
    expect(field).toHaveFocus()
    expect(chosen()).toHaveTextContent('Go to Dashboard')
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    expect(field).toHaveAttribute('aria-activedescendant', chosen().id)
    expect(chosen()).toHaveTextContent('Go to Pricing Management')
    await userEvent.keyboard('{Enter}')
    expect(await screen.findByText('No pricing products yet')).toBeVisible()
    expect(screen.queryByRole('combobox')).not.toBeInTheDocument()
  })

  test('filters by typing, and opens from inside a field too', async () => {
    server.use(signedIn, withStats, withLeads(lead()))
    renderAdmin()
    await screen.findByText('Dana Example')
    await userEvent.keyboard('/')
    await userEvent.keyboard('{Control>}k{/Control}')
    await screen.findByRole('combobox', { name: 'Command or lead' })
    server.use(withLeads())
    await userEvent.keyboard('prod add')
    expect(options()).toEqual(['Add a pricing product'])
    await userEvent.keyboard(' nothing of this name')
    expect(await screen.findByText('Nothing found')).toBeVisible()
  })

  test('collects keys that are typed before it has opened, so that no shortcut takes them', async () => {
    server.use(signedIn, withStats, withLeads(lead()))
    renderAdmin()
    await screen.findByText('Dana Example')
    await act(async () => {
      fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
    })
    for (const key of 'gp/?') fireEvent.keyDown(document.body, { key })
    expect(await screen.findByRole('combobox', { name: 'Command or lead' })).toHaveValue('gp/?')
    expect(window.location.pathname).toBe('/admin')
    expect(screen.queryByRole('dialog', { name: 'Keyboard shortcuts' })).not.toBeInTheDocument()
  })

  test('offers only what the role allows', async () => {
    server.use(signedInAsViewer, withStats, withLeads(lead()))
    await open()
    expect(options().filter((option) => option?.startsWith('Add'))).toEqual([])
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
    expect(within(found).getByText('Example Dental · dana@example.com')).toBeVisible()
    expect(questions).toEqual(['?q=dental&limit=6'])
    await userEvent.click(found)
    await waitFor(() => expect(window.location.search).toBe('?lead=found'))
  })
})
