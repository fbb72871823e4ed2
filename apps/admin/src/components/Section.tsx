import type { ReactNode } from 'react'
import styles from './Section.module.css'

type Props = {
  title: string
  /** Next to the title. */
  action?: ReactNode
  /** Below the title. */
  note?: ReactNode
  children: ReactNode
}

/** A part of a screen under its own heading. */
export const Section = ({ title, action, note, children }: Props) => (
  <section className={styles.section} aria-label={title}>
    <div className={styles.bar}>
      <h2 className={styles.heading} dir="auto">
        {title}
      </h2>
      {action}
    </div>
    {note && <p className={styles.note}>{note}</p>}
    {children}
  </section>
)
