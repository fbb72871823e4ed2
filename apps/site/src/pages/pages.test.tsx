import { brand } from '@app/brand'
import { render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { describe, expect, test } from 'vitest'
import { App } from '../App.tsx'
import { pageOf, pages } from '../pages.ts'

const show = async (path: string) => {
  render(
    <MemoryRouter initialEntries={[path]}>
      <App />
    </MemoryRouter>,
  )
  return screen.findByRole('heading', { level: 1 })
}

const one = (selector: string) => {
  const found = document.querySelectorAll(selector)
  expect(found).toHaveLength(1)
  return found[0]
}

describe('the table of pages', () => {
  test('does not mind letter case or a trailing slash', () => {
    expect(pageOf('/')).toBe(pages['/'])
    expect(pageOf('/nope/')).toBe(pages['*'])
  })
})

describe('/', () => {
  test('has its title, one description, keywords and canonical link', async () => {
    await show('/')
    expect(document.title).toContain(brand.companyName)
    expect(one('meta[name=description]')?.getAttribute('content')).toBeTruthy()
    expect(one('meta[name=keywords]')?.getAttribute('content')).toBeTruthy()
    expect(one('link[rel=canonical]')).toHaveAttribute('href', `${brand.siteOrigin}/`)
  })

  test('has the five entries in order, and each jump has its section', async () => {
    await show('/')
    const links = within(screen.getByRole('navigation', { name: 'Main' })).getAllByRole('link')
    expect(links.map((link) => link.textContent)).toEqual(['Products', 'Print API', 'Use Cases', 'About', 'Contact'])
    const jumps = links.map((link) => link.getAttribute('href') ?? '').filter((target) => target.startsWith('#'))
    expect(jumps).toHaveLength(4)
    for (const target of jumps) expect(document.querySelector(`${target} h2`)).not.toBeNull()
  })

  test('states the starting prices, each with its tier', async () => {
    await show('/')
    const row = screen.getByRole('row', { name: /starting at/ })
    expect(row).toHaveTextContent('$0.62')
    expect(row).toHaveTextContent('5,000+ pieces a month')
    expect(row).toHaveTextContent('$0.66')
    expect(row).toHaveTextContent('10,000+ pieces a month')
  })

  test.each(['4X', '65%', '35+', 'Acquisition', 'Nurture', 'Retargeting', 'Retention'])('says %s', async (text) => {
    await show('/')
    expect(screen.getByText(text)).toBeVisible()
  })

  test('leaves the site in a new tab that learns nothing', async () => {
    await show('/')
    for (const name of ['Login', 'Customer Portal']) {
      const link = screen.getByRole('link', { name })
      expect(link).toHaveAttribute('target', '_blank')
      expect(link).toHaveAttribute('rel', 'noopener noreferrer')
      expect(link).toHaveAttribute('href', brand.links.customerPortal)
    }
  })
})

describe('any other path', () => {
  test('shows the 404 page, whose form is hidden until it is asked for', async () => {
    expect(await show('/print/nope')).toHaveTextContent('Oops! Page Not Found')
    expect(screen.queryByLabelText(/First name/)).toBeNull()
    screen.getByRole('button', { name: 'Contact Us Now' }).click()
    expect(await screen.findByLabelText(/First name/)).toBeVisible()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(one('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  })
})
