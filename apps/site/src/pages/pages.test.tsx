import { brand } from '@app/brand'
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { showPage as show } from '../../test/show-page.tsx'
import { pageOf, pages } from '../pages.ts'

const one = (selector: string) => {
  const found = document.querySelectorAll(selector)
  expect(found).toHaveLength(1)
  return found[0]
}

test('the page table ignores letter case and a trailing slash', () => {
  expect(pageOf('/')).toBe(pages['/'])
  expect(pageOf('/nope/')).toBe(pages['*'])
})

/** Statements of each page. Some differ from page to page on purpose, so each must stay where it is. */
const statements: Record<string, readonly string[]> = {
  '/': ['4X', '65%', '35+', 'Acquisition', 'Nurture', 'Retargeting', 'Retention'],
  '/print': [
    'REST print API',
    'per-piece tracking',
    'variable data',
    'Address verification',
    'No contracts',
    'no minimums',
    '99.9%',
    'Unlimited HTML templates',
  ],
  '/print/letters': ['First Class$0.85Typically 2–3 business days.', 'Standard Mail$0.665–10 business days.'],
  '/print/postcards': ['0–1,999$0.68', '2,000+$0.65', '5,000+$0.62'],
  '/print/faq': ['USPS itself quotes 1-3 business days for nearby mail'],
  '/print/pricing': ['First Class: typically 2–3 business days'],
  '/print/samples': ['They arrive in 3-5 business days.'],
  '/accelerate2025': ['They arrive in 3-5 business days.'],
  '/mortgage': ['the industry’s current target$600', 'the result we aim for with youUnder $500'],
}

test('each page has one heading, its own metadata, its canonical link, and its statements', async () => {
  const seen: (string | null | undefined)[] = []
  for (const path of Object.keys(pages)) {
    const { unmount } = await show(path === '*' ? '/nope' : path.toLowerCase())
    expect.soft(screen.getAllByRole('heading', { level: 1 }), path).toHaveLength(1)
    expect.soft(document.title, path).toContain(brand.companyName)
    expect.soft(one('meta[name=keywords]')?.getAttribute('content'), path).toBeTruthy()
    const description = one('meta[name=description]')?.getAttribute('content')
    expect.soft(description, path).toBeTruthy()
    const canonical = one('link[rel=canonical]')?.getAttribute('href')
    expect.soft(canonical, path).toBe(brand.siteOrigin + (path === '*' ? '/nope' : path))
    const text = document.body.textContent.replaceAll(/\s+/g, ' ').toLowerCase()
    for (const said of statements[path] ?? []) expect.soft(text, path).toContain(said.toLowerCase())
    seen.push(document.title, description)
    unmount()
  }
  expect(new Set(seen).size).toBe(seen.length)
})

test(
  '/ has its sections, starting prices, and contact details, and opens other sites without access to this one',
  { tags: ['C16'] },
  async () => {
    await show('/')
    const links = within(screen.getByRole('navigation', { name: 'Main' })).getAllByRole('link')
    expect(links.map((link) => link.textContent)).toEqual(['Products', 'Print API', 'Use Cases', 'About', 'Contact'])
    const jumps = links.map((link) => link.getAttribute('href') ?? '').filter((target) => target.startsWith('#'))
    expect(jumps).toHaveLength(4)
    for (const target of jumps) expect(document.querySelector(`${target} h2`)).not.toBeNull()

    const row = screen.getByRole('row', { name: /starting at/ })
    for (const text of ['$0.62', '5,000+ pieces a month', '$0.66', '10,000+ pieces a month'])
      expect(row).toHaveTextContent(text)

    const { address, phone, email } = brand
    const contact = one('#contact address')
    expect(contact).toHaveTextContent(`Call${phone.display}${phone.displayLong}Write${email}Visit${brand.companyName}`)
    expect(contact).toHaveTextContent(`${address.street}${address.city}, ${address.state} ${address.zip}`)
    const footer = one('footer #contact-us')
    expect(footer).toHaveTextContent(phone.displayLong + email)
    for (const details of [contact, footer]) {
      const targets = [...(details?.querySelectorAll('a') ?? [])].map((link) => link.getAttribute('href'))
      expect(new Set(targets)).toEqual(new Set([phone.href, `mailto:${email}`]))
    }

    for (const name of ['Login', 'Customer Portal']) {
      const link = screen.getByRole('link', { name })
      expect(link).toHaveAttribute('target', '_blank')
      expect(link).toHaveAttribute('rel', 'noopener noreferrer')
      expect(link).toHaveAttribute('href', brand.links.customerPortal)
    }
  },
)

test('/print redraws the piece as the visitor types', async () => {
  await show('/print')
  fireEvent.input(screen.getByLabelText('City'), { target: { value: 'Boise' } })
  expect(screen.getByRole('img', { name: 'Front of a postcard for Dana in Boise' })).toHaveTextContent(
    'Boise is turning green',
  )
})

test('/print/samples shows the visitor’s name on the card in the sample pack', async () => {
  await show('/print/samples')
  fireEvent.input(await screen.findByLabelText(/First name/), { target: { value: 'Ines' } })
  fireEvent.input(screen.getByLabelText(/City/), { target: { value: 'Boise' } })
  expect(screen.getByRole('img', { name: 'The card in the pack, printed for Ines in Boise' })).toHaveTextContent(
    'Welcome to Boise, Ines.',
  )
})

test('/print/faq shows all answers, and gives search engines the same text', async () => {
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

test('any other path shows the 404 page, which shows a form on request', async () => {
  const { heading } = await show('/print/nope')
  expect(heading).toHaveTextContent('Oops! Page Not Found')
  expect(screen.queryByLabelText(/First name/)).toBeNull()
  screen.getByRole('button', { name: 'Contact Us Now' }).click()
  expect(await screen.findByLabelText(/First name/)).toBeVisible()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(one('meta[name=robots]')).toHaveAttribute('content', 'noindex')
})
