import type { ReactNode } from 'react'
import styles from './PieceFigure.module.css'

interface PieceFigureProps {
  caption: ReactNode
  /** The drawn piece. */
  children: ReactNode
}

/** The printed piece, next to the API request that orders it. */
export const PieceFigure = ({ caption, children }: PieceFigureProps) => (
  <figure className={styles.figure}>
    {children}
    <figcaption>{caption}</figcaption>
  </figure>
)
