import { brand } from '@app/brand'
import { fireEvent, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { MemoryRouter } from 'react-router-dom'
import { describe, expect, test } from 'vitest'
import printApiSchema from '../../public/print-api.schema.json' with { type: 'json' }
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
  test('ignores letter case and a trailing slash', () => {
    expect(pageOf('/')).toBe(pages['/'])
    expect(pageOf('/nope/')).toBe(pages['*'])
  })
})

describe('/', () => {
  test('has its title, one description, keywords and a canonical link', async () => {
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
  test('has one heading, its own metadata and a canonical link in its letter case', async () => {
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

describe('/print/pricing', () => {
  test('has the four tiers and every price of the list', async () => {
    await show('/print/pricing')
    const rows = screen.getAllByRole('row').map((row) => [...row.children].map((cell) => cell.textContent).join(' '))
    expect(rows).toEqual([
      'Piece 0–1,999 2,000–4,999 5,000–9,999 10,000+',
      '4.25x6 postcard $0.68 $0.65 $0.62 $0.59',
      '6x9 postcard $0.72 $0.69 $0.67 $0.63',
      'First Class letter (8.5x11 or 8.5x14) $0.90 $0.87 $0.85 $0.835',
      'Standard Mail letter $0.77 $0.71 $0.68 $0.66',
      'Additional letter pages $0.12 $0.11 $0.10 $0.09',
    ])
  })

  test('calculates a total and keeps the inputs in the URL', async () => {
    await show('/print/pricing')
    const user = userEvent.setup()
    const pieces = screen.getByLabelText('Pieces a month')
    await user.clear(pieces)
    await user.type(pieces, '1999')
    const result = screen.getByRole('status')
    expect(result).toHaveTextContent('$1,359.32')
    expect(result).toHaveTextContent('At 2,000 you would pay $59.32 less.')
    const marked = () => screen.getAllByRole('columnheader', { current: true }).map((head) => head.textContent)
    expect(marked()).toEqual(['0–1,999'])
    await user.clear(pieces)
    await user.type(pieces, '10000')
    expect(marked()).toEqual(['10,000+'])
    expect(screen.getByRole('cell', { name: '$0.59' })).toHaveAttribute('data-current')
    await user.clear(pieces)
    await user.type(pieces, '100001')
    expect(screen.queryAllByRole('columnheader', { current: true })).toEqual([])
    await user.clear(pieces)
    await user.type(pieces, '1999')
    expect(location.search).toBe('?quantity=1999')
    await user.selectOptions(screen.getByLabelText('Piece'), '6x11 postcard')
    expect(screen.getByRole('status')).toHaveTextContent('Contact us for pricing')
  })
})

describe.each([
  ['/print/pricing', 'Pieces a month', 'quantity', '1 to 10,000,000'],
  ['/print/pricing?piece=letter-8.5x11', 'Pages', 'pages', '1 to 60'],
  ['/mortgage', 'Pieces a month', 'pieces', '1 to 10,000,000'],
  ['/mortgage', 'Response, percent', 'response', '0 to 100'],
  ['/mortgage', 'Revenue from a funded loan, dollars', 'revenue', '0 to 1,000,000'],
])('the calculator on %s, %s', (address, label, name, bounds) => {
  const at = async (query: Record<string, string> = {}) => {
    const url = new URL(address, location.href)
    for (const [member, value] of Object.entries(query)) url.searchParams.set(member, value)
    history.replaceState(null, '', url)
    await show(url.pathname)
    return screen.getByLabelText(label)
  }
  const inAddress = () => new URLSearchParams(location.search).get(name)
  const saysWhatIsWrong = (field: HTMLElement) => {
    expect(field).toBeInvalid()
    expect(field).toHaveAccessibleDescription(expect.stringMatching(/^Enter a/))
    expect(field).toHaveAccessibleDescription(expect.stringContaining(bounds))
    const figures = screen.getAllByRole('status').map(({ textContent }) => textContent)
    expect(figures).toEqual(['—Correct the marked number, and the figure is here again.'])
  }

  test('states its bounds, and shows no figure for what is not within them', async () => {
    const user = userEvent.setup()
    const field = await at()
    expect(field).toBeValid()
    expect(field).toHaveAccessibleDescription(expect.stringContaining(bounds))
    await user.clear(field)
    saysWhatIsWrong(field)
    for (const text of ['abc', '-5', '1e3', '1,5', '99999999', '1.5.5']) {
      fireEvent.change(field, { target: { value: text } })
      fireEvent.blur(field)
      expect(field).toHaveValue(text)
      saysWhatIsWrong(field)
      expect(inAddress()).toBeNull()
    }
    await user.clear(field)
    await user.type(field, ' 42 ')
    await user.tab()
    expect(field).toHaveValue('42')
    expect(inAddress()).toBe('42')
    expect(screen.getByRole('status')).not.toHaveTextContent('—')
  })

  test('takes no other value from a link, says so, and leaves the address with valid ones', async () => {
    const field = await at({ [name]: 'abc', utm_source: 'mail' })
    expect(field).toHaveValue('abc')
    saysWhatIsWrong(field)
    expect(inAddress()).toBeNull()
    expect(location.search).toContain('utm_source=mail')
  })
})

test('the calculator on /mortgage counts no other number of pieces than the one it was given', async () => {
  history.replaceState(null, '', '/mortgage?pieces=200000')
  await show('/mortgage')
  expect(screen.getByRole('status')).toHaveTextContent('Above 100,000 pieces we agree on a price with you.')
  expect(screen.queryByText(/100,000 pieces ×/)).toBeNull()
})

test('the price table marks no tier without a number of pieces', async () => {
  history.replaceState(null, '', '/print/pricing?quantity=0')
  await show('/print/pricing')
  expect(screen.queryAllByRole('columnheader', { current: true })).toEqual([])
  expect(screen.getByText(/has no valid number of pieces/)).toBeVisible()
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

test.each(['/print/postcards', '/print/letters', '/print/pricing', '/print/docs'])(
  'the example on %s is valid against the published schema',
  async (path) => {
    await show(path)
    const validate = new Ajv2020({ strict: true, strictRequired: false }).compile(printApiSchema)
    const examples = [...document.querySelectorAll('pre code')].map((code) => JSON.parse(code.textContent ?? ''))
    expect(examples.length).toBeGreaterThan(0)
    for (const example of examples) expect([validate(example), validate.errors]).toEqual([true, null])
  },
)

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
