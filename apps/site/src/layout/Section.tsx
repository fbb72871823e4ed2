import type { ReactNode } from 'react'
import styles from './Section.module.css'

interface SectionProps {
  id: string
  title: string
  /** The sentence under the title. */
  intro?: ReactNode
  background?: 'paper' | 'ink'
  /** Without scripts there would be nothing under the heading, so the section is not shown. */
  needsScripts?: boolean
  children: ReactNode
}

/** One section of the page: its background, heading and width. */
export function Section({ id, title, intro, background = 'paper', needsScripts, children }: SectionProps) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className={styles.section}
      data-background={background}
      data-needs-scripts={needsScripts}
    >
      <div className={styles.inner}>
        <h2 id={`${id}-title`} tabIndex={-1} className={styles.title}>
          {title}
        </h2>
        {intro && <p className={styles.lead}>{intro}</p>}
        {children}
      </div>
    </section>
  )
}
