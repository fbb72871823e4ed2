import {
  formatCount,
  formatTotal,
  formatUnitPrice,
  type MailClass,
  type Piece,
  pieces,
  pieceTitle,
  quote,
  tiers,
  volumeLimit,
} from '@app/pricing'
import { deliveryTimes } from '../content/claims.ts'
import { Select } from '../forms/Select.tsx'
import { Section } from '../layout/Section.tsx'
import { LeadButton } from '../leads/LeadButton.tsx'
import buttons from '../components/buttons.module.css'
import { NoResult } from './NoResult.tsx'
import { NumberInput } from '../forms/NumberInput.tsx'
import { priceFields, usePriceChoice } from './price-choice.ts'
import styles from './PriceCalculator.module.css'

const windows: Record<MailClass, string> = {
  'first-class': `First Class: typically ${deliveryTimes.firstClass}`,
  standard: `Standard Mail: ${deliveryTimes.standard}`,
}

const every = (step: number, from: number, to: number) =>
  Array.from({ length: (to - from) / step + 1 }, (_, index) => from + index * step)
/** The stops of the slider: finer for small quantities, with one at the start of every tier. */
const stops = [1, ...every(100, 100, 1_900), ...every(250, 2_000, 9_750), ...every(2_500, 10_000, volumeLimit)]
const nearestStop = (quantity: number) =>
  Math.max(
    0,
    stops.findLastIndex((stop) => stop <= quantity),
  )

/** Calculates the price of a mailing. The inputs are kept in the URL. */
export function PriceCalculator() {
  const { texts, set, piece, isLetter, mailClass, quantity, sheets } = usePriceChoice()

  return (
    <Section
      id="calculator"
      title="Calculate your price"
      intro="Change anything and the total updates. The URL keeps your choices, so you can share it."
    >
      <div className={styles.calculator}>
        <div className={styles.inputs}>
          <label>
            Piece
            <Select value={piece} onChange={(event) => set({ piece: event.currentTarget.value })}>
              {pieces.map((one) => (
                <option key={one} value={one}>
                  {pieceTitle(one)}
                </option>
              ))}
            </Select>
          </label>
          <NumberInput
            label="Pieces a month"
            field={priceFields.quantity}
            text={texts.quantity}
            onChange={(text) => set({ quantity: text })}
          />
          <input
            type="range"
            aria-label="Pieces a month, slider"
            aria-valuetext={quantity === undefined ? 'not a valid number' : `${formatCount(quantity)} pieces`}
            min={0}
            max={stops.length - 1}
            value={nearestStop(quantity ?? 1)}
            onChange={(event) => set({ quantity: String(stops[event.currentTarget.valueAsNumber] ?? 1) })}
          />
          {isLetter && (
            <>
              <NumberInput
                label="Sheets, printed on both sides"
                field={priceFields.sheets}
                text={texts.sheets}
                onChange={(text) => set({ sheets: text })}
              />
              <label>
                Class
                <Select value={mailClass} onChange={(event) => set({ class: event.currentTarget.value })}>
                  <option value="first-class">First Class</option>
                  <option value="standard">Standard Mail (USPS Marketing Mail)</option>
                </Select>
              </label>
            </>
          )}
        </div>
        {quantity === undefined || sheets === undefined ? (
          <NoResult />
        ) : (
          <Result piece={piece} quantity={quantity} sheets={sheets} mailClass={mailClass} />
        )}
      </div>
    </Section>
  )
}

interface ResultProps {
  piece: Piece
  quantity: number
  sheets: number
  mailClass: MailClass
}

function Result({ piece, quantity, sheets, mailClass }: ResultProps) {
  const price = quote(piece, quantity, sheets, mailClass)
  const count = formatCount(quantity)
  if (price.kind === 'on-request') {
    return (
      <div className={styles.result} role="status">
        <p className={styles.total}>Contact us for pricing</p>
        <p>
          {price.reason === 'size'
            ? 'The price of 6x11 cards depends on the drop.'
            : `Above ${formatCount(volumeLimit)} pieces, we offer volume pricing.`}
        </p>
        <LeadButton className={buttons.accent} message={`Please send me a price for ${count} x ${pieceTitle(piece)}.`}>
          Contact Sales Team
        </LeadButton>
      </div>
    )
  }
  const { unit, total, tier, cheaper } = price
  return (
    <div className={styles.result} role="status">
      <p className={styles.total}>{formatTotal(total)}</p>
      <p>
        {count} {quantity === 1 ? 'piece' : 'pieces'} at <strong>{formatUnitPrice(unit)}</strong> each, print and
        postage included. Tier: <span className={styles.tier}>{tiers[tier].label}</span> pieces a month.
      </p>
      {cheaper && (
        <p className={styles.hint}>
          At {formatCount(cheaper.quantity)} pieces, you would pay {formatTotal(cheaper.saving)} less.
        </p>
      )}
      <p>{windows[mailClass]}.</p>
    </div>
  )
}
