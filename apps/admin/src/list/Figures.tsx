import type { ReactNode } from 'react'
import styles from './Figures.module.css'

/** Numbers side by side, each in a card with what it counts. */
export const Figures = ({ children }: { children: ReactNode }) => <dl className={styles.figures}>{children}</dl>

type FigureProps = { label: string; children: ReactNode; links?: ReactNode }

export const Figure = ({ label, children, links }: FigureProps) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
    {links && <dd className={styles.links}>{links}</dd>}
  </div>
)
