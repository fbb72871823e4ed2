import styles from './SampleRequest.module.css'

/** The delivery time of samples, which never wraps within the number of days. */
export const SamplePromise = () => (
  <>
    They reach you in <span className={styles.unbroken}>3-5 business days</span>.
  </>
)
