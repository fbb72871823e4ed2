import type { ReactNode } from 'react'
import styles from './StateText.module.css'

type Props = { tone: 'done' | 'waiting' | 'failed'; title: string; children: ReactNode }

/** Describes the state of a background process. The edge color repeats it. */
export const StateText = ({ tone, title, children }: Props) => (
  <div className={styles.state} data-tone={tone}>
    <p className={styles.title}>{title}</p>
    <p className={styles.text}>{children}</p>
  </div>
)
