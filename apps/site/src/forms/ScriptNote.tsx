import { brand } from '@app/brand'
import styles from './Form.module.css'

/** Tells visitors without JavaScript how to reach us instead. The styles hide the submit button in that case. */
export const ScriptNote = () => (
  <noscript>
    <p className={styles.scriptless}>
      This form needs JavaScript, which is off in your browser. Call{' '}
      <a href={brand.phone.href}>{brand.phone.display}</a> or write to{' '}
      <a href={`mailto:${brand.email}`}>{brand.email}</a>.
    </p>
  </noscript>
)
