import { fieldNames } from '@app/labels'
import {
  formatCount,
  formatDollars,
  formatTotal,
  formatUnitPrice,
  loanFigures,
  moneyOf,
  unitPrice,
  volumeLimit,
} from '@app/pricing'
import { numberField } from '../forms/url-fields.ts'
import { useUrlFields } from '../forms/use-url-fields.ts'
import buttons from '../components/buttons.module.css'
import { Section } from '../layout/Section.tsx'
import { LeadButton } from '../leads/LeadButton.tsx'
import { NumberInput } from '../forms/NumberInput.tsx'
import { NoResult } from './NoResult.tsx'
import styles from './PriceCalculator.module.css'

const fields = {
  pieces: numberField(10_000, 'whole', 1, 10_000_000),
  response: numberField(0.9, 'fraction', 0, 100),
  funded: numberField(15, 'fraction', 0, 100),
  revenue: numberField(4_500, 'whole', 0, 1_000_000),
}

const labels = {
  pieces: 'Pieces a month',
  response: 'Response rate, percent',
  funded: 'Responses that fund, percent',
  revenue: 'Revenue per funded loan, dollars',
}

/** Calculates the cost of one funded loan by mail, and the return on it. The inputs are kept in the URL. */
export function LoanCalculator() {
  const [texts, set] = useUrlFields(fields)
  const pieces = fields.pieces.numberOf(texts.pieces)
  const response = fields.response.numberOf(texts.response)
  const funded = fields.funded.numberOf(texts.funded)
  const revenue = fields.revenue.numberOf(texts.revenue)
  const isComplete = pieces !== undefined && response !== undefined && funded !== undefined && revenue !== undefined

  return (
    <Section
      id="loans"
      title="What does a funded loan cost?"
      intro="Enter your own figures. These are a starting point, not a promise."
    >
      <div className={styles.calculator}>
        <div className={styles.inputs}>
          {fieldNames(labels).map((name) => (
            <NumberInput
              key={name}
              label={labels[name]}
              field={fields[name]}
              text={texts[name]}
              onChange={(text) => set({ [name]: text })}
            />
          ))}
        </div>
        {isComplete ? <Result pieces={pieces} response={response} funded={funded} revenue={revenue} /> : <NoResult />}
      </div>
    </Section>
  )
}

const count = (value: number) => formatCount(Math.round(value * 10) / 10)

/** Formats a count as "1 response" or "fewer than 0.1 responses". */
function counted(value: number, one: string): string {
  const shown = value > 0 && value < 0.1 ? 'fewer than 0.1' : count(value)
  return `${shown} ${one}${shown === '1' ? '' : 's'}`
}

/** Percentages from 0 to 100, and dollars. */
type ResultProps = Record<keyof typeof fields, number>

function Result({ pieces, response, funded, revenue }: ResultProps) {
  const inputs = `${counted(pieces, 'piece')} a month, ${response}% respond, ${funded}% of them fund, ${formatDollars(moneyOf(revenue))} per loan.`
  if (pieces > volumeLimit) {
    return (
      <div className={styles.result}>
        <div role="status">
          <p className={styles.total}>Contact us</p>
          <p>Above {count(volumeLimit)} pieces, contact us for volume pricing.</p>
        </div>
        <LeadButton className={buttons.accent} message={`Please send me a price. My figures: ${inputs}`}>
          Contact Sales Team
        </LeadButton>
      </div>
    )
  }
  const price = unitPrice('postcard-6x9', pieces)
  const { cost, responses, loans, costPerLoan, returnShare } = loanFigures({
    pieces,
    price,
    responseShare: response / 100,
    fundedShare: funded / 100,
    revenuePerLoan: moneyOf(revenue),
  })
  const perLoan = costPerLoan === undefined ? 'no funded loan' : formatDollars(costPerLoan)
  const roi = returnShare === undefined ? '' : ` ROI ${formatCount(Math.round(returnShare * 100))}%.`
  return (
    <div className={styles.result}>
      <div role="status">
        <p className={styles.total}>{costPerLoan === undefined ? '—' : formatDollars(costPerLoan)}</p>
        <p>per funded loan.{roi}</p>
      </div>
      <p>
        {counted(pieces, 'piece')} × {formatUnitPrice(price)} = {formatTotal(cost)}, for{' '}
        {counted(responses, 'response')} and {counted(loans, 'funded loan')}. Cost per funded loan: cost ÷ loans. ROI:
        (loans × revenue − cost) ÷ cost.
      </p>
      <LeadButton className={buttons.accent} message={`My figures: ${inputs} Cost per funded loan: ${perLoan}.${roi}`}>
        Send Us These Figures
      </LeadButton>
    </div>
  )
}
