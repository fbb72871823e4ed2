import { brand } from '@app/brand'
import styles from '../components/notice.module.css'

/** Alternatives for visitors without JavaScript. The styles hide the submit button in that case. */
export const NoScriptNote = ({ what }: { what: string }) => (
  <noscript>
    <p className={styles.notice}>
      {what} needs JavaScript, which is turned off in your browser. Call{' '}
      <a href={brand.phone.href}>{brand.phone.display}</a> or email <a href={`mailto:${brand.email}`}>{brand.email}</a>.
    </p>
  </noscript>
)
