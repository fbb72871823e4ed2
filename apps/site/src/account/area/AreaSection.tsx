import type { ReactNode } from 'react'
import styles from './Area.module.css'

interface AreaSectionProps {
  id: string
  title: ReactNode
  /** Shown next to the title. */
  action?: ReactNode
  children: ReactNode
}

/** A section of a screen. Its title can receive focus. */
export const AreaSection = ({ id, title, action, children }: AreaSectionProps) => (
  <section aria-labelledby={id} className={styles.section}>
    <div className={styles.head}>
      <h2 id={id} tabIndex={-1}>
        {title}
      </h2>
      {action}
    </div>
    {children}
  </section>
)
