import { renderToStaticMarkup } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'
import { describe, expect, test } from 'vitest'
import { accountPaths } from '../content/account-paths.ts'
import { accountMeta, accountScreenOf, accountTitle } from '../content/account.ts'
import { AccountPage, TrackPage } from '../pages/CustomerPages.tsx'
import { pages } from '../pages.ts'

/** Returns a page as prerendered. */
const prerendered = (path: string, Page: () => React.ReactNode) => {
  const html = renderToStaticMarkup(
    <StaticRouter location={path}>
      <Page />
    </StaticRouter>,
  )
  return new DOMParser().parseFromString(html, 'text/html')
}

const shells = [
  ...Object.values(accountPaths).map((path) => [path, accountTitle(accountScreenOf(path)), AccountPage] as const),
  ['/track', 'Track your mail', TrackPage] as const,
]

describe.each(shells)('%s before its scripts run', (path, title, Page) => {
  test('is a whole page with a heading, a loading placeholder, a note for browsers without scripts, and noindex', () => {
    const page = prerendered(path, Page)
    expect(page.querySelector('h1')?.textContent).toBe(title)
    expect(page.querySelector('[role=status]')?.textContent).toBe('Loading…')
    expect(page.querySelector('noscript')?.textContent).toContain('needs JavaScript')
    expect(page.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex')
    expect(page.querySelector('meta[property="og:image"]')).toBeNull()
    expect(page.querySelector('footer')).not.toBeNull()
    expect(page.querySelectorAll('header a').length).toBeGreaterThan(5)
  })
})

test('every screen has a page', () => {
  for (const path of Object.values(accountPaths)) expect(pages).toHaveProperty([path])
})

test('an address in different letter case or with a trailing slash opens the same screen', () => {
  expect(accountScreenOf('/Account/KEYS/')).toBe('keys')
  expect(accountMeta('keys').path).toBe('/account/keys')
})
