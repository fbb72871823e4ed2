import { brand } from '@app/brand'
import styles from './Form.module.css'

/** Alternatives for visitors without JavaScript. The styles hide the submit button in that case. */
export const NoScriptNote = () => (
  <noscript>
    <p className={styles.scriptless}>
      This form needs JavaScript, which is turned off in your browser. Call{' '}
      <a href={brand.phone.href}>{brand.phone.display}</a> or email <a href={`mailto:${brand.email}`}>{brand.email}</a>.
    </p>
  </noscript>
)
