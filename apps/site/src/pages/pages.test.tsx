import { brand } from '@app/brand'
import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { describe, expect, test } from 'vitest'
import { showPage as show } from '../../test/show-page.tsx'
import { App } from '../App.tsx'
import { pageOf, pages } from '../pages.ts'

const one = (selector: string) => {
  const found = document.querySelectorAll(selector)
  expect(found).toHaveLength(1)
  return found[0]
}

describe('the table of pages', () => {
  test('ignores letter case and a trailing slash', () => {
    expect(pageOf('/')).toBe(pages['/'])
    expect(pageOf('/nope/')).toBe(pages['*'])
  })
})

describe('/', () => {
  test('has a title, one description, keywords, and a canonical link', async () => {
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

  test('opens other sites in a new tab without access to this one', { tags: ['C16'] }, async () => {
    await show('/')
    for (const name of ['Login', 'Customer Portal']) {
      const link = screen.getByRole('link', { name })
      expect(link).toHaveAttribute('target', '_blank')
      expect(link).toHaveAttribute('rel', 'noopener noreferrer')
      expect(link).toHaveAttribute('href', brand.links.customerPortal)
    }
  })
})

describe.each(Object.keys(pages).filter((path) => path !== '*' && path !== '/'))('%s', (path) => {
  test('has one heading, its own metadata, and a canonical link in the right letter case', async () => {
    await show(path.toLowerCase())
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1)
    expect(document.title).toContain(brand.companyName)
    expect(one('meta[name=description]')?.getAttribute('content')).toBeTruthy()
    expect(one('meta[name=keywords]')?.getAttribute('content')).toBeTruthy()
    expect(one('link[rel=canonical]')).toHaveAttribute('href', brand.siteOrigin + path)
  })
})

test('no two pages share a title or a description', async () => {
  const seen: string[] = []
  for (const path of Object.keys(pages)) {
    const { unmount } = render(
      <MemoryRouter initialEntries={[path === '*' ? '/nope' : path]}>
        <App />
      </MemoryRouter>,
    )
    await screen.findByRole('heading', { level: 1 })
    seen.push(document.title, document.querySelector('meta[name=description]')?.getAttribute('content') ?? '')
    unmount()
  }
  expect(new Set(seen).size).toBe(seen.length)
})

/** Stated on several pages, and different on purpose: each one must stay where it is. */
test.each([
  ['/print/letters', 'First Class$0.85Typically 2–3 business days.'],
  ['/print/letters', 'Standard Mail$0.665–10 business days.'],
  ['/print/faq', 'USPS itself quotes 1-3 business days for nearby mail'],
  ['/print/pricing', 'First Class: typically 2–3 business days'],
  ['/print/samples', 'They arrive in 3-5 business days.'],
  ['/accelerate2025', 'They arrive in 3-5 business days.'],
  ['/mortgage', 'the industry’s current target$600'],
  ['/mortgage', 'the result we aim for with youUnder $500'],
])('%s states "%s"', async (path, text) => {
  await show(path)
  expect(document.body).toHaveTextContent(text)
})

describe('/print', () => {
  test.each([
    'REST print API',
    'per-piece tracking',
    'variable data',
    'Address verification',
    'No contracts',
    'no minimums',
    '99.9%',
    'Unlimited HTML templates',
  ])('says %s', async (text) => {
    await show('/print')
    expect(document.body.textContent?.toLowerCase()).toContain(text.toLowerCase())
  })

  test('redraws the piece as the visitor types', async () => {
    await show('/print')
    const user = userEvent.setup()
    await user.clear(screen.getByLabelText('City'))
    await user.type(screen.getByLabelText('City'), 'Boise')
    expect(screen.getByRole('img', { name: 'Front of a postcard for Dana in Boise' })).toHaveTextContent(
      'Boise is turning green',
    )
  })
})

describe('/print/samples', () => {
  test('shows the visitor’s name on the card in the pack', async () => {
    await show('/print/samples')
    const user = userEvent.setup()
    await user.type(await screen.findByLabelText(/First name/), 'Ines')
    await user.type(screen.getByLabelText(/City/), 'Boise')
    expect(screen.getByRole('img', { name: 'The card in the pack, printed for Ines in Boise' })).toHaveTextContent(
      'Welcome to Boise, Ines.',
    )
  })
})

describe('/print/faq', () => {
  test('shows all answers, and gives search engines the same text', async () => {
    await show('/print/faq')
    const groups = screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)
    expect(groups).toEqual([
      'Getting Started',
      'Pricing & Billing',
      'Technical Integration',
      'Mail Specifications',
      'Support & Reliability',
    ])
    const data = JSON.parse(one('script[type="application/ld+json"]')?.textContent ?? '')
    const { mainEntity } = data['@graph'][1] as {
      mainEntity: { name: string; acceptedAnswer: { text: string } }[]
    }
    for (const { name, acceptedAnswer } of mainEntity) {
      expect(screen.getByText(name)).toBeVisible()
      expect(screen.getByText(acceptedAnswer.text)).toBeVisible()
    }
    expect(screen.getAllByRole('article')).toHaveLength(mainEntity.length)
    const topics = within(screen.getByRole('navigation', { name: 'Topics' })).getAllByRole('link')
    expect(topics).toHaveLength(groups.length)
    for (const topic of topics) {
      const group = document.querySelector(topic.getAttribute('href') ?? '')
      expect(topic).toHaveTextContent(group?.querySelector('h2')?.textContent ?? 'no such group')
    }
  })
})

describe('any other path', () => {
  test('shows the 404 page, whose form appears on request', async () => {
    expect(await show('/print/nope')).toHaveTextContent('Oops! Page Not Found')
    expect(screen.queryByLabelText(/First name/)).toBeNull()
    screen.getByRole('button', { name: 'Contact Us Now' }).click()
    expect(await screen.findByLabelText(/First name/)).toBeVisible()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(one('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  })
})
