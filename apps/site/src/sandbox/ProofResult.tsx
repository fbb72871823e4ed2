import type { Proof } from '@app/api-client'
import { formatCount, formatPrice, formatUnitPrice, moneyOf } from '@app/pricing'
import buttons from '../components/buttons.module.css'
import { formatTime } from './format-time.ts'
import { ProofPages } from './ProofPages.tsx'
import styles from './Sandbox.module.css'

/** The proof: its price, its PDF, and its pages with the findings. */
export function ProofResult({ proof, isOutdated }: { proof: Proof; isOutdated: boolean }) {
  return (
    <>
      {isOutdated && <p className={styles.warning}>You’ve made changes since this proof. Proof it again.</p>}
      {proof.Status === 'ready' && <Price price={proof.Price} reason={proof.PriceReason} />}
      {proof.Failure && (
        <p className={styles.warning}>
          <code>{proof.Failure.Code}</code> {proof.Failure.Detail}
        </p>
      )}
      {proof.PdfUrl !== null && (
        <p className={styles.row}>
          <a href={proof.PdfUrl} download={`${proof.Id}.pdf`} className={buttons.secondary}>
            Download the PDF
          </a>
          <span className={styles.meta}>
            <code>{proof.Id}</code> is available until {formatTime(proof.ExpiresAt)}.
          </span>
        </p>
      )}
      <ProofPages key={proof.Id} proof={proof} />
    </>
  )
}

function Price({ price, reason }: { price: Proof['Price']; reason: Proof['PriceReason'] }) {
  if (!price) return <p className={styles.price}>{reason === 'too_many_pages' ? 'No price' : 'Price on request'}</p>
  const { Unit, Total, Tier, NextTier } = price
  return (
    <div>
      <p className={styles.price}>{formatPrice(moneyOf(Total))}</p>
      <p className={styles.meta}>
        {formatUnitPrice(moneyOf(Unit))} a piece at {Tier.Label} pieces a month, print and postage included.
        {NextTier && ` At ${formatCount(NextTier.From)}+ pieces: ${formatUnitPrice(moneyOf(NextTier.Unit))}.`}
      </p>
    </div>
  )
}
