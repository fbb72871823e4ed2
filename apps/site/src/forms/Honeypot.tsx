import styles from './Form.module.css'

/** A field that no person sees or reaches: whoever fills it is a machine. */
export const Honeypot = () => (
  <div className={styles.trap} aria-hidden="true">
    <label>
      Website
      <input type="text" name="website" tabIndex={-1} autoComplete="off" />
    </label>
  </div>
)
