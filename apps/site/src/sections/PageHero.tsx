import type { ReactNode } from 'react'
import styles from './PageHero.module.css'

interface PageHeroProps {
  title: string
  intro: ReactNode
  actions?: ReactNode
  /** A short line under the actions. */
  note?: ReactNode
  /** Picture next to the headline. Without one, the headline takes the whole width. */
  art?: ReactNode
  background?: 'paper' | 'kraft' | 'ink'
}

/** The first section of a page, with its headline and main call to action. */
export function PageHero({ title, intro, actions, note, art, background = 'paper' }: PageHeroProps) {
  return (
    <section aria-labelledby="page-title" className={styles.hero} data-background={background}>
      <div className={styles.inner} data-art={art ? true : undefined}>
        <div>
          <h1 id="page-title" className={styles.title}>
            {title}
          </h1>
          <div className={styles.lead}>{intro}</div>
          {actions && <div className={styles.actions}>{actions}</div>}
          {note && <p className={styles.note}>{note}</p>}
        </div>
        {art && <div className={styles.art}>{art}</div>}
      </div>
    </section>
  )
}
