import type { ReactNode } from 'react'
import styles from './Rows.module.css'

interface Row {
  title: string
  text: ReactNode
  /** Shown at the end of the row: a link or a figure. */
  end?: ReactNode
}

interface RowsProps {
  rows: readonly Row[]
  className?: string | undefined
}

/** A list of terms with their explanations: one per line, unless a class lays it out differently. */
export const Rows = ({ rows, className = styles.rows }: RowsProps) => (
  <ul className={className}>
    {rows.map(({ title, text, end }) => (
      <li key={title}>
        <h3>{title}</h3>
        <div>{text}</div>
        {end && <div className={styles.end}>{end}</div>}
      </li>
    ))}
  </ul>
)
