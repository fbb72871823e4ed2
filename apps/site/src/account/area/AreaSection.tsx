import type { ReactNode } from 'react'
import styles from './Area.module.css'

interface AreaSectionProps {
  id: string
  title: ReactNode
  /** Next to the title. */
  action?: ReactNode
  children: ReactNode
}

/** A part of a screen. Its title can take the focus. */
export function AreaSection({ id, title, action, children }: AreaSectionProps) {
  const heading = (
    <h2 id={id} tabIndex={-1}>
      {title}
    </h2>
  )
  return (
    <section aria-labelledby={id} className={styles.section}>
      {action === undefined ? (
        heading
      ) : (
        <div className={styles.head}>
          {heading}
          {action}
        </div>
      )}
      {children}
    </section>
  )
}
