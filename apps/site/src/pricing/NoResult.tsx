import styles from './PriceCalculator.module.css'

/** Replaces a calculator's figures while a number is missing or out of bounds. */
export const NoResult = () => (
  <div className={styles.result} role="status">
    <p className={styles.total}>—</p>
    <p>Fix the marked number to see the result.</p>
  </div>
)
