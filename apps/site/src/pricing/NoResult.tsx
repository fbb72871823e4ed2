import styles from './PriceCalculator.module.css'

/** Takes the place of a calculator's figures while a number is missing or out of bounds. */
export const NoResult = () => (
  <div className={styles.result} role="status">
    <p className={styles.total}>—</p>
    <p>Correct the marked number, and the figure is here again.</p>
  </div>
)
