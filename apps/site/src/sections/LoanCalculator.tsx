import { formatDollars, formatUnitPrice, loanFigures, moneyOf, unitPrice, volumeLimit } from '@app/pricing'
import { useUrlState, wholeNumber } from '../forms/use-url-state.ts'
import buttons from '../layout/buttons.module.css'
import { Section } from '../layout/Section.tsx'
import { LeadButton } from '../leads/LeadButton.tsx'
import styles from './PriceCalculator.module.css'

/** A percentage from 0 to 100. Text that is not a number counts as 0. */
const percentOf = (text: string) => Math.min(100, Math.max(0, Number(text) || 0))

/** Calculates what one funded loan costs by mail and what it returns. The inputs are kept in the URL. */
export function LoanCalculator() {
  const [given, set] = useUrlState({ pieces: '10000', response: '0.9', funded: '15', revenue: '4500' })
  const pieces = wholeNumber(given.pieces, 1, volumeLimit, 1)
  const response = percentOf(given.response)
  const funded = percentOf(given.funded)
  const revenue = wholeNumber(given.revenue, 0, 1_000_000, 0)
  const price = unitPrice('postcard-6x9', pieces)
  const { cost, responses, loans, costPerLoan, returnShare } = loanFigures({
    pieces,
    price,
    responseShare: response / 100,
    fundedShare: funded / 100,
    revenuePerLoan: moneyOf(revenue),
  })
  const count = (value: number) => value.toLocaleString('en-US', { maximumFractionDigits: 1 })
  const perLoan = costPerLoan === undefined ? 'no funded loan' : formatDollars(costPerLoan)
  const inReturn = returnShare === undefined ? '' : ` ROI ${Math.round(returnShare * 100).toLocaleString('en-US')}%.`
  const message = `My figures: ${count(pieces)} pieces a month, ${response}% respond, ${funded}% of them fund, ${formatDollars(moneyOf(revenue))} a loan. Cost per funded loan: ${perLoan}.${inReturn}`
  const field = (name: 'pieces' | 'response' | 'funded' | 'revenue') => ({
    type: 'text',
    inputMode: 'decimal' as const,
    autoComplete: 'off',
    value: given[name],
    onChange: (event: { currentTarget: HTMLInputElement }) => set({ [name]: event.currentTarget.value }),
    // Shows the number that the calculation uses for what was typed.
    onBlur: () => set({ [name]: String({ pieces, response, funded, revenue }[name]) }),
  })

  return (
    <Section
      id="loans"
      title="What does a funded loan cost?"
      intro="Enter your own figures. These are a starting point, not a promise."
    >
      <div className={styles.calculator}>
        <div className={styles.inputs}>
          <label>
            Pieces a month
            <input {...field('pieces')} />
          </label>
          <label>
            Response, percent
            <input {...field('response')} />
          </label>
          <label>
            Of those, funded, percent
            <input {...field('funded')} />
          </label>
          <label>
            Revenue from a funded loan, dollars
            <input {...field('revenue')} />
          </label>
        </div>
        <div className={styles.result}>
          <div role="status">
            <p className={styles.total}>{costPerLoan === undefined ? '—' : formatDollars(costPerLoan)}</p>
            <p>a funded loan.{inReturn}</p>
          </div>
          <p>
            {count(pieces)} pieces × {formatUnitPrice(price)} = {formatDollars(cost)}. They bring {count(responses)}{' '}
            responses and {count(loans)} funded loans. Cost per funded loan: cost ÷ loans. ROI: (loans × revenue − cost)
            ÷ cost.
          </p>
          <LeadButton className={buttons.accent} message={message}>
            Send Me This
          </LeadButton>
        </div>
      </div>
    </Section>
  )
}
