import { deliveryTimes } from '../content/claims.ts'
import styles from './SampleRequest.module.css'

/** The delivery time of samples, without a line break inside the number of days. */
export const SamplePromise = () => (
  <>
    They arrive in <span className={styles.unbroken}>{deliveryTimes.samples}</span>.
  </>
)
