import type { ReactNode } from 'react'
import styles from './DialogButtons.module.css'

export function DialogButtons({ children }: { children: ReactNode }) {
  return <div className={styles.buttons}>{children}</div>
}
