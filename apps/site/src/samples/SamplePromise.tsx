import { deliveryTimes } from '../content/claims.ts'
import styles from './SampleRequest.module.css'

/** The delivery time of samples. The day range does not wrap. */
export const SamplePromise = () => (
  <>
    They arrive in <span className={styles.unbroken}>{deliveryTimes.samples}</span>.
  </>
)
