import { fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { describe, expect, test, vi } from 'vitest'
import { LoanCalculator } from '../pricing/LoanCalculator.tsx'
import { PriceCalculator } from '../pricing/PriceCalculator.tsx'
import { PriceTable } from '../pricing/PriceTable.tsx'

/** Shows the calculator of a page, with this query in the URL. */
function open(page: '/print/pricing' | '/mortgage', query = '') {
  history.replaceState(null, '', page + query)
  return render(
    <MemoryRouter>
      {page === '/mortgage' ? (
        <LoanCalculator />
      ) : (
        <>
          <PriceCalculator />
          <PriceTable />
        </>
      )}
    </MemoryRouter>,
  )
}
const type = (label: string, value: string) => {
  const field = screen.getByLabelText(label)
  fireEvent.change(field, { target: { value } })
  fireEvent.blur(field)
}
const choosePiece = (name: string) => userEvent.selectOptions(screen.getByLabelText('Piece'), name)

test('the price table has four tiers and every price, and marks the calculator’s tier', async () => {
  open('/print/pricing')
  const rows = screen.getAllByRole('row').map((row) => [...row.children].map((cell) => cell.textContent).join(' '))
  expect(rows).toEqual([
    'Piece 0–1,999 2,000–4,999 5,000–9,999 10,000+',
    '4.25x6 postcard $0.68 $0.65 $0.62 $0.59',
    '6x9 postcard $0.72 $0.69 $0.67 $0.63',
    'First Class letter (8.5x11 or 8.5x14) $0.90 $0.87 $0.85 $0.835',
    'Standard Mail letter $0.77 $0.71 $0.68 $0.66',
    'Additional letter pages $0.12 $0.11 $0.10 $0.09',
  ])

  const marked = () => screen.queryAllByRole('columnheader', { current: true }).map((head) => head.textContent)
  type('Pieces a month', '10000')
  expect(marked()).toEqual(['10,000+'])
  expect(screen.getByRole('cell', { name: '$0.59' })).toHaveAttribute('data-current')
  type('Pieces a month', '100001')
  expect(marked()).toEqual([])
  type('Pieces a month', '0')
  expect(marked()).toEqual([])
  expect(screen.getByText(/has no valid number of pieces/)).toBeVisible()
  type('Pieces a month', '1999')
  expect(marked()).toEqual(['0–1,999'])
  const result = screen.getByRole('status')
  expect(result).toHaveTextContent('$1,359.32')
  expect(result).toHaveTextContent('At 2,000 pieces, you would pay $59.32 less.')
  expect(location.search).toBe('?quantity=1999')
  await choosePiece('6x11 postcard')
  expect(screen.getByRole('status')).toHaveTextContent('Contact us for pricing')
})

test('Back restores the values of the earlier URL, including those that it omits', () => {
  open('/print/pricing', '?sheets=2')
  history.pushState(null, '', `${location.href}#support`)
  type('Pieces a month', '1999')
  expect(location.search).toBe('?sheets=2&quantity=1999')
  history.replaceState(null, '', '/print/pricing?sheets=2')
  fireEvent.popState(window)
  expect(screen.getByLabelText('Pieces a month')).toHaveValue('2000')
  expect(location.search).toBe('?sheets=2')
})

test('the URL has the number that the calculator shows, in a format that it accepts again', () => {
  open('/mortgage', '?pieces=5&pieces=9')
  expect(screen.getByLabelText('Pieces a month')).toHaveValue('9')
  expect(location.search).toBe('?pieces=9')
  type('Response rate, percent', '.0000001')
  expect(screen.getByLabelText('Response rate, percent')).toHaveValue('0.0000001')
  expect(location.search).toBe('?pieces=9&response=0.0000001')
})

test('the calculator keeps working when the browser refuses to update the URL', async () => {
  open('/print/pricing')
  vi.spyOn(history, 'replaceState').mockImplementation(() => {
    throw new DOMException('Attempt to use history.replaceState() more than 100 times per 30 seconds', 'SecurityError')
  })
  type('Pieces a month', '1999')
  vi.restoreAllMocks()
  expect(screen.getByLabelText('Pieces a month')).toHaveValue('1999')
  expect(screen.getByRole('status')).toHaveTextContent('$1,359.32')
  await choosePiece('6x9 postcard')
  expect(location.search).toBe('?piece=postcard-6x9&quantity=1999')
})

test('a letter is priced by the sheet, and its second side is free', () => {
  open('/print/pricing', '?piece=letter-8.5x11&quantity=1&sheets=2')
  expect(screen.getByRole('status')).toHaveTextContent('$1.02')
  type('Sheets, printed on both sides', '1')
  expect(screen.getByRole('status')).toHaveTextContent('$0.90')
})

test.each([
  ['/print/pricing', '?', 'Pieces a month', 'quantity', '1 to 10,000,000'],
  ['/print/pricing', '?piece=letter-8.5x11&', 'Sheets, printed on both sides', 'sheets', '1 to 6'],
  ['/mortgage', '?', 'Pieces a month', 'pieces', '1 to 10,000,000'],
  ['/mortgage', '?', 'Response rate, percent', 'response', '0 to 100'],
  ['/mortgage', '?', 'Revenue per funded loan, dollars', 'revenue', '0 to 1,000,000'],
] as const)('%s%s: %s has bounds, and outside of them an error and no result', (page, query, label, name, bounds) => {
  const inUrl = () => new URLSearchParams(location.search).get(name)
  const showsError = (text: string) => {
    const field = screen.getByLabelText(label)
    expect(field).toHaveValue(text)
    expect(field).toBeInvalid()
    expect(field).toHaveAccessibleDescription(expect.stringMatching(/^Enter a/))
    expect(field).toHaveAccessibleDescription(expect.stringContaining(bounds))
    const figures = screen.getAllByRole('status').map(({ textContent }) => textContent)
    expect(figures).toEqual(['—Fix the marked number to see the result.'])
    expect(inUrl()).toBeNull()
  }
  open(page, `${query}${name}=abc&utm_source=mail`)
  showsError('abc')
  expect(location.search).toContain('utm_source=mail')
  for (const text of ['', '-5', '1e3', '1,5', '99999999', '1.5.5']) {
    type(label, text)
    showsError(text)
  }
  type(label, ' 4 ')
  const field = screen.getByLabelText(label)
  expect(field).toHaveValue('4')
  expect(field).toBeValid()
  expect(field).toHaveAccessibleDescription(expect.stringContaining(bounds))
  expect(inUrl()).toBe('4')
  expect(screen.getByRole('status')).not.toHaveTextContent('—')
})

describe('the calculator on /mortgage', () => {
  test('does not clamp the number of pieces', () => {
    open('/mortgage', '?pieces=200000')
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
  ])('shows for %s: %s', (query, said) => {
    open('/mortgage', `?${query}`)
    expect(screen.getByText(/ × /)).toHaveTextContent(said)
  })
})
