import { brand } from '@app/brand'
import { ReturnAddress } from '@app/mail-piece'
import styles from './ReturnedEnvelope.module.css'

const from = { name: brand.companyName, ...brand.address }

/** An envelope that found nobody. */
export function ReturnedEnvelope() {
  return (
    <div role="img" aria-label="An envelope stamped return to sender" className={styles.frame}>
      <div className={styles.envelope}>
        <div className={styles.from}>
          <ReturnAddress from={from} />
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
      </div>
    </div>
  )
}
