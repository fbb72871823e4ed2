import type { ReactNode } from 'react'
import styles from './PageHero.module.css'

interface PageHeroProps {
  title: string
  actions?: ReactNode
  /** A short line under the actions. */
  note?: ReactNode
  /** Picture next to the headline. Without one, the headline takes the whole width. */
  art?: ReactNode
  background?: 'paper' | 'kraft' | 'ink'
  /** The sentences under the headline. */
  children: ReactNode
}

/** The first section of a page, with its headline and main call to action. */
export function PageHero({ title, actions, note, art, background = 'paper', children }: PageHeroProps) {
  return (
    <section aria-labelledby="page-title" className={styles.hero} data-background={background}>
      <div className={art ? styles.split : undefined}>
        <div>
          <h1 id="page-title" className={styles.title}>
            {title}
          </h1>
          <p className={styles.lead}>{children}</p>
          {actions && <div className={styles.actions}>{actions}</div>}
          {note && <p className={styles.note}>{note}</p>}
        </div>
        {art && <div className={styles.art}>{art}</div>}
      </div>
    </section>
  )
}
