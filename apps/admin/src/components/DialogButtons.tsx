import type { ReactNode } from 'react'
import styles from './DialogButtons.module.css'

type Props = {
  /** Keeps the buttons in view when the form is taller than the screen. */
  isSticky?: boolean
  children: ReactNode
}

export const DialogButtons = ({ isSticky = false, children }: Props) => (
  <div className={styles.buttons} data-sticky={isSticky || undefined}>
    {children}
  </div>
)
