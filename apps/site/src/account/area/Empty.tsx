import type { ReactNode } from 'react'
import styles from './Area.module.css'

/** Shown instead of an empty list. */
export const Empty = ({ title, children }: { title: string; children?: ReactNode }) => (
  <div className={styles.empty}>
    <h3>{title}</h3>
    {children}
  </div>
)
