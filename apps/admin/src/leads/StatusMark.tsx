import type { Tone } from './lead-display.ts'
import styles from './StatusMark.module.css'

/** A dot and a word: never color alone. */
export function StatusMark({ text, tone }: { text: string; tone: Tone }) {
  return (
    <span className={styles.status} data-tone={tone}>
      {text}
    </span>
  )
}
