import styles from './Form.module.css'

/** Attributes that make password managers and extensions skip a field. */
const skipAutofill = {
  autoComplete: 'off',
  'data-1p-ignore': '',
  'data-bwignore': '',
  'data-form-type': 'other',
  'data-lpignore': 'true',
  'data-protonpass-ignore': 'true',
}

/**
 * A field that people can neither see nor reach. Only bots fill it in: browsers do not autofill a field of this name, nor
 * one that is read-only.
 */
export const Honeypot = () => (
  <div className={styles.trap} aria-hidden="true">
    <label>
      Topic
      <input type="text" name="topic" tabIndex={-1} readOnly {...skipAutofill} />
    </label>
  </div>
)
