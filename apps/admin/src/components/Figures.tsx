import type { ReactNode } from 'react'
import styles from './Figures.module.css'

/** Numbers side by side, each in a card with its label. */
export const Figures = ({ children }: { children: ReactNode }) => <dl className={styles.figures}>{children}</dl>

type FigureProps = { label: string; children: ReactNode; note?: ReactNode }

export const Figure = ({ label, children, note }: FigureProps) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
    {note && <dd className={styles.note}>{note}</dd>}
  </div>
)
