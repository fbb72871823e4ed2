import type { ReactNode } from 'react'
import { WhenSeen } from '../startup/WhenSeen.tsx'
import styles from './Section.module.css'

interface SectionProps {
  id: string
  title: string
  /** The sentence under the title. */
  intro?: ReactNode
  background?: 'paper' | 'ink'
  /** The section is empty without scripts, so it is hidden then. */
  needsScripts?: boolean
  /** Part of the section is a separate island, and only that part waits until it is seen. */
  hasIsland?: boolean
  children: ReactNode
}

/** One section of the page: its background, heading, and width. It hydrates when it scrolls into view. */
export function Section({ id, title, intro, background = 'paper', needsScripts, hasIsland, children }: SectionProps) {
  const content = (
    <>
      <h2 id={`${id}-title`} tabIndex={-1} className={styles.title}>
        {title}
      </h2>
      {intro && <p className={styles.lead}>{intro}</p>}
      {children}
    </>
  )
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className={styles.section}
      data-background={background}
      data-needs-scripts={needsScripts}
      data-island={hasIsland ? undefined : id}
    >
      {hasIsland ? content : <WhenSeen name={id}>{content}</WhenSeen>}
    </section>
  )
}
