import { getListPricingProductsMockHandler, getListSampleTemplatesMockHandler } from '@app/api-client/mocks'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { lead, renderAdmin, signedIn, useAdmin, withLeads, withStats } from '../test/admin.tsx'
import { screenRoutes } from './urls/routes.ts'

const { server, requested } = useAdmin()

const rail = () => within(screen.getByRole('banner'))

describe('the app', () => {
  test('routes have no parameters, and each screen has a path of its own', () => {
    const paths = screenRoutes.map(({ path }) => path)
    for (const path of paths) expect(path).toMatch(/^\/[a-z-]*$/)
    expect(new Set(paths).size).toBe(paths.length)
  })

  test('each screen has a shortcut of its own', () => {
    expect(new Set(screenRoutes.map(({ shortcut }) => shortcut)).size).toBe(screenRoutes.length)
  })

  test('the navigation links to the other screens and to Logout', async () => {
    server.use(signedIn, withStats, withLeads())
    renderAdmin()
    expect(rail().getByRole('link', { name: 'Sample Management' })).toHaveAttribute('href', '/admin/samples')
    expect(rail().getByRole('link', { name: 'Pricing Management' })).toHaveAttribute('href', '/admin/pricing')
    expect(rail().getByRole('link', { name: 'Logout' })).toHaveAttribute('href', '/api/logout')
    await screen.findByText('No leads found')
  })

  test.each(['/pricing', '/pricing/', '/Pricing'])('the navigation marks the screen at %s', async (path) => {
    server.use(signedIn, getListPricingProductsMockHandler([]))
    renderAdmin(path)
    await screen.findByText('No pricing products yet')
    const current = rail().getAllByRole('link', { current: 'page' })
    expect(current.map(({ textContent }) => textContent)).toEqual(['Pricing Management'])
  })

  test('visiting every screen loads nothing twice, and each screen has its own title', async () => {
    server.use(
      signedIn,
      withStats,
      withLeads(lead()),
      getListSampleTemplatesMockHandler([]),
      getListPricingProductsMockHandler([]),
    )
    renderAdmin()
    await screen.findByText('Dana Example')
    expect(document.title).toMatch(/^Dashboard/)

    await userEvent.click(rail().getByRole('link', { name: 'Sample Management' }))
    expect(await screen.findByText('No sample templates yet')).toBeVisible()
    expect(document.title).toMatch(/^Sample Management/)
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
    expect(document.querySelectorAll('link[rel=canonical], meta[name=description], meta[name=keywords]')).toHaveLength(
      3,
    )
    expect(document.querySelector('link[rel=canonical]')).toHaveAttribute('href', 'http://localhost:3000/admin/samples')

    await userEvent.click(rail().getByRole('link', { name: 'Pricing Management' }))
    expect(await screen.findByText('No pricing products yet')).toBeVisible()
    await userEvent.click(rail().getByRole('link', { name: 'Dashboard' }))
    expect(await screen.findByText('Dana Example')).toBeVisible()
    expect(requested.toSorted()).toEqual([...new Set(requested)].toSorted())
    expect(requested).toHaveLength(11)
  })

  test('single-key shortcuts change the screen, except inside a field', async () => {
    server.use(signedIn, withStats, withLeads(), getListPricingProductsMockHandler([]))
    renderAdmin()
    await screen.findByText('No leads found')
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
    server.use(signedIn, withStats, withLeads(), getListSampleTemplatesMockHandler([]))
    renderAdmin('/nope')
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Oops! Page Not Found')
    await userEvent.click(await screen.findByRole('link', { name: 'Go to the dashboard' }))
    expect(await screen.findByText('No leads found')).toBeVisible()
  })
})
