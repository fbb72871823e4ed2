import styles from './Form.module.css'

/** A field that people can neither see nor reach. Only bots fill it in. */
export const Honeypot = () => (
  <div className={styles.trap} aria-hidden="true">
    <label>
      Website
      <input type="text" name="website" tabIndex={-1} autoComplete="off" />
    </label>
  </div>
)
