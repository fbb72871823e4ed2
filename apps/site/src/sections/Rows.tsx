import type { ReactNode } from 'react'
import styles from './Rows.module.css'

interface Row {
  title: string
  text: ReactNode
  /** Shown at the end of the row: a link or a figure. */
  end?: ReactNode
}

/** A list of terms with their explanations, one per line. */
export const Rows = ({ rows }: { rows: readonly Row[] }) => (
  <ul className={styles.rows}>
    {rows.map(({ title, text, end }) => (
      <li key={title} className={styles.row}>
        <h3>{title}</h3>
        <div>{text}</div>
        {end && <div className={styles.end}>{end}</div>}
      </li>
    ))}
  </ul>
)
