import { formatCount, formatUnitPrice, moneyOf, priceList, tierIndex, tiers, volumeLimit } from '@app/pricing'
import { priceRows } from '../content/pricing.ts'
import { Term } from '../components/Term.tsx'
import { usePriceChoice } from './price-choice.ts'
import styles from './PriceTable.module.css'

/** Every price by tier. The tier of the quantity in the calculator is highlighted. */
export function PriceTable() {
  const { quantity } = usePriceChoice()
  const current = quantity === undefined || quantity > volumeLimit ? undefined : tierIndex(quantity)
  const isCurrent = (tier: number) => (tier === current ? true : undefined)
  return (
    <>
      {/* The five columns scroll on a phone, so keyboard users must be able to focus the region. */}
      <section className={styles.scroll} tabIndex={0} aria-label="Prices by pieces a month">
        <table className={styles.table}>
          <caption className={styles.caption}>US dollars per piece, print and postage included</caption>
          <thead>
            <tr>
              <th scope="col">Piece</th>
              {tiers.map(({ label }, tier) => (
                <th key={label} scope="col" data-current={isCurrent(tier)} aria-current={isCurrent(tier)}>
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {priceRows.map(({ item, title, term, hint }) => (
              <tr key={item}>
                <th scope="row">
                  <RowTitle title={title} term={term} hint={hint} />
                </th>
                {priceList[item].map((price, tier) => (
                  <td key={tiers[tier]?.label} data-current={isCurrent(tier)}>
                    {formatUnitPrice(moneyOf(price))}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p className={styles.note}>
        <TierNote quantity={quantity} />
      </p>
    </>
  )
}

/** Explains which tier is marked, or why no tier is. */
function TierNote({ quantity }: { quantity: number | undefined }) {
  if (quantity === undefined) return 'No tier is marked because the calculator below has no valid number of pieces.'
  const count = formatCount(quantity)
  if (quantity > volumeLimit) return `No tier is marked: ${count} pieces a month qualify for volume pricing.`
  return (
    <>
      <span>Marked:</span> the tier for {count} {quantity === 1 ? 'piece' : 'pieces'} a month, from the calculator
      below.
    </>
  )
}

interface RowTitleProps {
  title: string
  term: string | undefined
  hint: string | undefined
}

/** The title, with a hint on its technical term. */
function RowTitle({ title, term, hint }: RowTitleProps) {
  if (!term || !hint) return title
  const [before, after] = title.split(term)
  return (
    <>
      {before}
      <Term hint={hint}>{term}</Term>
      {after}
    </>
  )
}
