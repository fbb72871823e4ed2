import styles from './SampleRequest.module.css'

/** Said wherever samples are promised; the days never part at the end of a line. */
export const SamplePromise = () => (
  <>
    They reach you in <span className={styles.unbroken}>3-5 business days</span>.
  </>
)
