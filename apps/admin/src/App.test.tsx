import { getListPricingProductsMockHandler, getListSampleTemplatesMockHandler } from '@app/api-client/mocks'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { lead, renderAdmin, signedIn, useAdmin, withLeads, withStats } from '../test/admin.tsx'
import { loadScreen } from './components/load-screen.ts'
import { screenRoutes } from './urls/routes.ts'

const { server, requested } = useAdmin()

beforeEach(() =>
  server.use(
    signedIn,
    withStats,
    withLeads(lead()),
    getListSampleTemplatesMockHandler([]),
    getListPricingProductsMockHandler([]),
  ),
)

const rail = () => within(screen.getByRole('banner'))
const current = () =>
  rail()
    .getAllByRole('link', { current: 'page' })
    .map(({ textContent }) => textContent)

describe('the app', () => {
  test('routes have no parameters, and each screen has its own path and shortcut', () => {
    const paths = screenRoutes.map(({ path }) => path)
    for (const path of paths) expect(path).toMatch(/^\/[a-z-]*$/)
    expect(new Set(paths).size).toBe(paths.length)
    expect(new Set(screenRoutes.map(({ shortcut }) => shortcut)).size).toBe(screenRoutes.length)
  })

  test('the navigation links to every screen, which loads nothing twice and has its own title', async () => {
    renderAdmin()
    await screen.findByText('Dana Example')
    expect(rail().getByText('Rosa Example')).toBeVisible()
    expect(document.title).toMatch(/^Dashboard/)
    expect(rail().getByText('Logout')).toHaveAttribute('href', '/api/logout')

    const samples = rail().getByRole('link', { name: 'Sample Management' })
    expect(samples).toHaveAttribute('href', '/admin/samples')
    await userEvent.click(samples)
    expect(await screen.findByText('No sample templates yet')).toBeVisible()
    expect(document.title).toMatch(/^Sample Management/)
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
    expect(document.querySelectorAll('link[rel=canonical], meta[name=description], meta[name=keywords]')).toHaveLength(
      3,
    )
    expect(document.querySelector('link[rel=canonical]')).toHaveAttribute('href', 'http://localhost:3000/admin/samples')

    const pricing = rail().getByRole('link', { name: 'Pricing Management' })
    expect(pricing).toHaveAttribute('href', '/admin/pricing')
    await userEvent.click(pricing)
    expect(await screen.findByText('No pricing products yet')).toBeVisible()
    expect(current()).toEqual(['Pricing Management'])
    await userEvent.click(rail().getByText('Dashboard'))
    expect(await screen.findByText('Dana Example')).toBeVisible()
    expect(requested.toSorted()).toEqual([...new Set(requested)].toSorted())
    expect(requested).toHaveLength(11)
  })

  test('the navigation marks the current screen however its URL is written', async () => {
    renderAdmin('/Pricing/')
    await screen.findByText('No pricing products yet')
    expect(current()).toEqual(['Pricing Management'])
  })

  test('single-key shortcuts change the screen, except inside a field, and can be turned off', async () => {
    renderAdmin()
    await screen.findByText('Dana Example')
    await userEvent.keyboard('/gp?')
    expect(screen.getByRole('searchbox', { name: 'Search leads' })).toHaveValue('gp?')
    screen.getByRole('heading', { level: 1 }).focus()
    await userEvent.keyboard('?')
    const help = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }))
    await userEvent.click(help.getByRole('button', { name: 'Close help' }))
    await userEvent.keyboard('gp')
    expect(await screen.findByText('No pricing products yet')).toBeVisible()

    await userEvent.keyboard('?')
    await userEvent.click(await screen.findByRole('switch', { name: 'Single-key shortcuts' }))
    await userEvent.click(screen.getByRole('button', { name: 'Close help' }))
    await userEvent.keyboard('gd')
    expect(screen.getByText('No pricing products yet')).toBeVisible()
    localStorage.clear()
  })

  test('an unknown address links back to the dashboard', async () => {
    renderAdmin('/nope')
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Oops! Page Not Found')
    await userEvent.click(await screen.findByText('Go to the dashboard'))
    expect(await screen.findByText('Dana Example')).toBeVisible()
  })
})

describe('code of a removed screen', () => {
  const gone = () => Promise.reject(new Error('gone'))

  test('shows a toast about the new version and reloads the page when the open release is older', async () => {
    renderAdmin('/nope')
    void loadScreen(gone, async () => true)
    expect(await screen.findByText('A new version is available. Loading it…')).toBeVisible()
  })

  test('without a network, loading fails and the error notice offers Retry', async () => {
    await expect(loadScreen(gone, async () => false)).rejects.toThrow('gone')
  })
})
