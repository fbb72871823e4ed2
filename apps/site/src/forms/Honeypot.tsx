import styles from './Form.module.css'

/** What makes password managers and extensions leave a field alone. */
const untouched = {
  autoComplete: 'off',
  'data-1p-ignore': '',
  'data-bwignore': '',
  'data-form-type': 'other',
  'data-lpignore': 'true',
  'data-protonpass-ignore': 'true',
}

/**
 * A field that people can neither see nor reach. Only bots fill it in: its name means nothing to a browser that fills in
 * addresses, and such a browser leaves a read-only field as it is.
 */
export const Honeypot = () => (
  <div className={styles.trap} aria-hidden="true">
    <label>
      Topic
      <input type="text" name="topic" tabIndex={-1} readOnly {...untouched} />
    </label>
  </div>
)
