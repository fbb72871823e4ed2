import type { ReactNode } from 'react'
import styles from './EmptyNotice.module.css'

/** Says that a list is empty, and what to do about it. */
export function EmptyNotice({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className={styles.notice}>
      <p className={styles.title}>{title}</p>
      {children && <div className={styles.hint}>{children}</div>}
    </div>
  )
}
