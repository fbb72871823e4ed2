import { brand } from '@app/brand'
import styles from './Logo.module.css'

/** A stamp with three cancellation waves, and the company name. */
export function Logo() {
  return (
    <span className={styles.logo}>
      <svg viewBox="0 0 40 32" className={styles.mark} aria-hidden="true">
        <rect x="1" y="2" width="22" height="28" rx="1" className={styles.stamp} />
        <path
          d="M7 11q4-4 8 0t8 0 8 0 7-1M7 17q4-4 8 0t8 0 8 0 7-1M7 23q4-4 8 0t8 0 8 0 7-1"
          className={styles.waves}
        />
      </svg>
      {brand.companyName}
    </span>
  )
}
