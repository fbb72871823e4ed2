import type { ReactNode } from 'react'
import styles from './PageHero.module.css'

interface PageHeroProps {
  title: string
  lead: ReactNode
  actions?: ReactNode
  /** A short line under the actions. */
  note?: ReactNode
  /** Picture next to the headline. Without one, the headline takes the whole width. */
  art?: ReactNode
  ground?: 'paper' | 'kraft' | 'ink'
}

/** The first section of a page: what it is about, and its main call to action. */
export function PageHero({ title, lead, actions, note, art, ground = 'paper' }: PageHeroProps) {
  return (
    <section aria-labelledby="page-title" className={styles.hero} data-ground={ground}>
      <div className={styles.inner} data-art={art ? true : undefined}>
        <div>
          <h1 id="page-title" className={styles.title}>
            {title}
          </h1>
          <div className={styles.lead}>{lead}</div>
          {actions && <div className={styles.actions}>{actions}</div>}
          {note && <p className={styles.note}>{note}</p>}
        </div>
        {art && <div className={styles.art}>{art}</div>}
      </div>
    </section>
  )
}
