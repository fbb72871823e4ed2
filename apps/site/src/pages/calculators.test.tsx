import { fireEvent, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { showPage as show } from '../../test/show-page.tsx'

describe('/print/pricing', () => {
  test('has the four tiers and every price on the list', async () => {
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
    expect(result).toHaveTextContent('At 2,000 pieces, you would pay $59.32 less.')
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

test('the calculator goes on when the browser no longer lets it write the URL', async () => {
  history.replaceState(null, '', '/print/pricing')
  await show('/print/pricing')
  vi.spyOn(history, 'replaceState').mockImplementation(() => {
    throw new DOMException('Attempt to use history.replaceState() more than 100 times per 30 seconds', 'SecurityError')
  })
  const pieces = screen.getByLabelText('Pieces a month')
  await userEvent.clear(pieces)
  await userEvent.type(pieces, '1999')
  vi.restoreAllMocks()
  expect(pieces).toHaveValue('1999')
  expect(screen.getByRole('status')).toHaveTextContent('$1,359.32')
  await userEvent.selectOptions(screen.getByLabelText('Piece'), '6x9 postcard')
  expect(location.search).toBe('?piece=postcard-6x9&quantity=1999')
})

test('a letter is priced by the sheet, and the second side is free', async () => {
  history.replaceState(null, '', '/print/pricing?piece=letter-8.5x11&quantity=1&sheets=2')
  await show('/print/pricing')
  expect(screen.getByRole('status')).toHaveTextContent('$1.02')
  await userEvent.clear(screen.getByLabelText('Sheets, printed on both sides'))
  await userEvent.type(screen.getByLabelText('Sheets, printed on both sides'), '1')
  expect(screen.getByRole('status')).toHaveTextContent('$0.90')
})

describe.each([
  ['/print/pricing', 'Pieces a month', 'quantity', '1 to 10,000,000'],
  ['/print/pricing?piece=letter-8.5x11', 'Sheets, printed on both sides', 'sheets', '1 to 6'],
  ['/mortgage', 'Pieces a month', 'pieces', '1 to 10,000,000'],
  ['/mortgage', 'Response rate, percent', 'response', '0 to 100'],
  ['/mortgage', 'Revenue per funded loan, dollars', 'revenue', '0 to 1,000,000'],
])('the calculator on %s, %s', (address, label, name, bounds) => {
  const at = async (query: Record<string, string> = {}) => {
    const url = new URL(address, location.href)
    for (const [member, value] of Object.entries(query)) url.searchParams.set(member, value)
    history.replaceState(null, '', url)
    await show(url.pathname)
    return screen.getByLabelText(label)
  }
  const inUrl = () => new URLSearchParams(location.search).get(name)
  const showsError = (field: HTMLElement) => {
    expect(field).toBeInvalid()
    expect(field).toHaveAccessibleDescription(expect.stringMatching(/^Enter a/))
    expect(field).toHaveAccessibleDescription(expect.stringContaining(bounds))
    const figures = screen.getAllByRole('status').map(({ textContent }) => textContent)
    expect(figures).toEqual(['—Fix the marked number to see the result.'])
  }

  test('states its bounds, and shows no result for a number outside of them', async () => {
    const user = userEvent.setup()
    const field = await at()
    expect(field).toBeValid()
    expect(field).toHaveAccessibleDescription(expect.stringContaining(bounds))
    await user.clear(field)
    showsError(field)
    for (const text of ['abc', '-5', '1e3', '1,5', '99999999', '1.5.5']) {
      fireEvent.change(field, { target: { value: text } })
      fireEvent.blur(field)
      expect(field).toHaveValue(text)
      showsError(field)
      expect(inUrl()).toBeNull()
    }
    await user.clear(field)
    await user.type(field, ' 4 ')
    await user.tab()
    expect(field).toHaveValue('4')
    expect(inUrl()).toBe('4')
    expect(screen.getByRole('status')).not.toHaveTextContent('—')
  })

  test('shows an error for an invalid value from a link, and keeps only valid values in the URL', async () => {
    const field = await at({ [name]: 'abc', utm_source: 'mail' })
    expect(field).toHaveValue('abc')
    showsError(field)
    expect(inUrl()).toBeNull()
    expect(location.search).toContain('utm_source=mail')
  })
})

test('the calculator on /mortgage does not clamp the number of pieces', async () => {
  history.replaceState(null, '', '/mortgage?pieces=200000')
  await show('/mortgage')
  expect(screen.getByRole('status')).toHaveTextContent('Above 100,000 pieces, contact us for volume pricing.')
  expect(screen.queryByText(/100,000 pieces ×/)).toBeNull()
})

test.each([
  ['pieces=1&response=100&funded=100', '1 piece × $0.72 = $0.72, for 1 response and 1 funded loan.'],
  [
    'pieces=7&response=0.5&funded=15',
    '7 pieces × $0.72 = $5.04, for fewer than 0.1 responses and fewer than 0.1 funded',
  ],
  ['pieces=10000&response=0', '10,000 pieces × $0.63 = $6,300.00, for 0 responses and 0 funded loans.'],
])('the calculator on /mortgage says for %s: %s', async (query, said) => {
  history.replaceState(null, '', `/mortgage?${query}`)
  await show('/mortgage')
  expect(screen.getByText(/ × /)).toHaveTextContent(said)
})

test('the price table marks no tier without a number of pieces', async () => {
  history.replaceState(null, '', '/print/pricing?quantity=0')
  await show('/print/pricing')
  expect(screen.queryAllByRole('columnheader', { current: true })).toEqual([])
  expect(screen.getByText(/has no valid number of pieces/)).toBeVisible()
})
