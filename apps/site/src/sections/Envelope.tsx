import { brand } from '@app/brand'
import { addressLines, Imb, recipients, ReturnAddress } from '@app/mail-piece'
import type { ReactNode } from 'react'
import styles from './Envelope.module.css'

const office = { name: brand.companyName, ...brand.address }

function Envelope({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div role="img" aria-label={label} className={styles.frame}>
      <div className={styles.envelope}>{children}</div>
    </div>
  )
}

const lender = { name: 'Your Home Lender', street: '400 Example Ave', city: 'Reno', state: 'NV', zip: '89509' }

/** An envelope from a lender to a borrower. */
export function EnvelopeToBorrower() {
  const { to, imb } = recipients.dana
  return (
    <Envelope label="A lender’s envelope addressed to Dana in Tulsa">
      <div className={styles.from}>
        <ReturnAddress from={lender} />
      </div>
      <div className={styles.indicia}>
        FIRST-CLASS MAIL
        <br />
        U.S. POSTAGE PAID
        <br />
        PERMIT NO. 199
      </div>
      <p className={styles.teaser}>Dana, your home has been earning.</p>
      <div className={styles.borrower}>
        <Imb bars={imb} className={styles.barcode} />
        {addressLines(to).map((line) => (
          <div key={line}>{line}</div>
        ))}
      </div>
    </Envelope>
  )
}

/** An envelope that was returned to us as undeliverable. */
export function ReturnedEnvelope() {
  return (
    <Envelope label="An envelope stamped return to sender">
      <div className={styles.from}>
        <ReturnAddress from={office} />
      </div>
      <div className={styles.to}>
        THE PAGE YOU WANTED
        <br />
        404 NO SUCH STREET
      </div>
      <div className={styles.mark}>
        Return to sender
        <span>No such address</span>
      </div>
    </Envelope>
  )
}

/** An envelope addressed to our office. */
export function EnvelopeToUs() {
  return (
    <Envelope label="An envelope addressed to our office">
      <svg viewBox="0 0 220 120" className={styles.postage} aria-hidden="true">
        <rect x="128" y="6" width="86" height="104" className={styles.stamp} />
        <rect x="138" y="16" width="66" height="84" className={styles.stampWindow} />
        <path
          className={styles.leaf}
          d="M171 86C171 66 171 54 171 42M171 66C156 66 148 56 148 42C162 42 171 50 171 66ZM171 58C171 44 180 34 195 34C195 48 186 58 171 58Z"
        />
        <g className={styles.postmark}>
          <circle cx="92" cy="58" r="42" />
          <circle cx="92" cy="58" r="30" />
          <path d="M4 34q12-9 24 0t24 0M4 52q12-9 24 0t24 0M4 70q12-9 24 0t24 0M134 40q12-9 24 0t24 0 24 0M134 58q12-9 24 0t24 0 24 0M134 76q12-9 24 0t24 0 24 0" />
        </g>
      </svg>
      <div className={styles.center}>
        {addressLines(office).map((line) => (
          <div key={line}>{line}</div>
        ))}
      </div>
    </Envelope>
  )
}
