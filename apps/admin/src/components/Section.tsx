import type { ReactNode } from 'react'
import styles from './Section.module.css'

type Props = {
  title: string
  /** Next to the title. */
  action?: ReactNode
  /** Below the title. */
  note?: ReactNode
  /** The level of the heading: 3 below a heading of the content. */
  level?: 2 | 3
  children: ReactNode
}

/** A part of a screen under its own heading. */
export function Section({ title, action, note, level = 2, children }: Props) {
  const Heading = `h${level}` as const
  return (
    <section className={styles.section} aria-label={title}>
      <div className={styles.bar}>
        <Heading className={styles.heading} dir="auto">
          {title}
        </Heading>
        {action}
      </div>
      {note && <p className={styles.note}>{note}</p>}
      {children}
    </section>
  )
}
