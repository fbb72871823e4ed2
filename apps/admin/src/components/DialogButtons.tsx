import type { ReactNode } from 'react'
import styles from './DialogButtons.module.css'

type Props = {
  /** They stay in sight below a form that is higher than the screen. */
  isSticky?: boolean
  children: ReactNode
}

export const DialogButtons = ({ isSticky = false, children }: Props) => (
  <div className={styles.buttons} data-sticky={isSticky || undefined}>
    {children}
  </div>
)
