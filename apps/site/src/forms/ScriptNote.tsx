import { brand } from '@app/brand'
import styles from './Form.module.css'

/** Without scripts a form cannot be sent: says what to do instead. The styles take its button away then. */
export const ScriptNote = () => (
  <noscript>
    <p className={styles.scriptless}>
      This form needs JavaScript, which is off in your browser. Call{' '}
      <a href={brand.phone.href}>{brand.phone.display}</a> or write to{' '}
      <a href={`mailto:${brand.email}`}>{brand.email}</a>.
    </p>
  </noscript>
)
