import type { Usage } from '@app/api-client'
import { brand } from '@app/brand'
import { formatCount, formatTotal, moneyOf } from '@app/pricing'
import styles from './Overview.module.css'

const morePieces = (count: number) => (count === 1 ? '1 more piece reaches' : `${formatCount(count)} more pieces reach`)
/** Beyond it, the price is agreed on. */
const maxMonth = 100_000

/** Pieces, cost, and price tier of a month. */
export function MonthFigures({ usage }: { usage: Usage }) {
  const { Mode, Pieces, Cap, Total, Tier, NextTier } = usage
  return (
    <div className={styles.figures}>
      <div>
        <h3>Pieces</h3>
        <p className={styles.figure}>{formatCount(Pieces)}</p>
        <CapProgress count={Pieces} cap={Cap} />
      </div>
      <div>
        <h3>{Mode === 'test' ? 'Would cost' : 'Cost so far'}</h3>
        <p className={styles.figure}>{formatTotal(moneyOf(Total))}</p>
        <p>
          {Mode === 'test'
            ? 'Test pieces are not charged.'
            : 'Print and postage included. Your statement lists every piece.'}
        </p>
      </div>
      <div>
        <h3>Price tier</h3>
        <p className={styles.figure}>{Tier.Label}</p>
        <p>
          {NextTier
            ? `${morePieces(NextTier.Pieces)} ${formatCount(NextTier.From)}.${NextTier.Saves > 0 ? ` The pieces so far would then cost ${formatTotal(moneyOf(NextTier.Saves))} less.` : ''}`
            : 'The lowest price on the list.'}
        </p>
      </div>
    </div>
  )
}

/** How much of the account's monthly cap is used. */
function CapProgress({ count, cap }: { count: number; cap: number | null }) {
  if (cap === null) return <p>Up to {formatCount(maxMonth)} a month. Ask us for more.</p>
  const isReached = count >= cap
  return (
    <>
      <progress max={Math.max(cap, 1)} value={Math.min(count, cap)} aria-label="Share of your monthly cap" />
      <p>
        of {formatCount(cap)}, your monthly cap.
        {isReached && (
          <>
            {' '}
            <b>Further pieces will be rejected until next month.</b> To raise the cap, call{' '}
            <a href={brand.phone.href}>{brand.phone.display}</a>.
          </>
        )}
      </p>
    </>
  )
}
