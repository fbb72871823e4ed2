import { brand } from '@app/brand'
import styles from './Logo.module.css'

/** A stamp with three cancellation waves, and the name. */
export function Logo() {
  return (
    <span className={styles.logo}>
      <svg viewBox="0 0 40 32" className={styles.mark} aria-hidden="true">
        <rect x="1" y="2" width="24" height="28" rx="1.5" className={styles.stamp} />
        <rect x="5" y="6" width="16" height="20" className={styles.window} />
        <path
          d="M9 12q4-4 8 0t8 0 8 0 6-1M9 17q4-4 8 0t8 0 8 0 6-1M9 22q4-4 8 0t8 0 8 0 6-1"
          className={styles.waves}
        />
      </svg>
      {brand.companyName}
    </span>
  )
}
