import type { ReactNode } from 'react'
import styles from './Area.module.css'

export type Tone = 'good' | 'moving' | 'waiting' | 'bad' | 'off'

/** A state as a dot and a word. */
export const StateText = ({ tone, children }: { tone: Tone; children: ReactNode }) => (
  <span className={styles.state} data-tone={tone}>
    {children}
  </span>
)
