import type { ReactNode } from 'react'
import styles from './Section.module.css'

interface SectionProps {
  id: string
  title: string
  /** The sentence under the title. */
  lead?: ReactNode
  ground?: 'paper' | 'ink'
  children: ReactNode
}

/** One section of the page: its background, heading and width. */
export function Section({ id, title, lead, ground = 'paper', children }: SectionProps) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className={styles.section} data-ground={ground}>
      <div className={styles.inner}>
        <h2 id={`${id}-title`} tabIndex={-1} className={styles.title}>
          {title}
        </h2>
        {lead && <p className={styles.lead}>{lead}</p>}
        {children}
      </div>
    </section>
  )
}
