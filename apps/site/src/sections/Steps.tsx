import type { FrontDesign } from '@app/mail-piece'
import { Front } from '../components/Piece.tsx'
import styles from './Steps.module.css'

interface Step {
  title: string
  text: string
  /** A short label above the title, such as the time of the step. */
  when?: string
  /** Design of a card above the line. */
  design?: FrontDesign
}

/** Numbered steps along a line. */
export const Steps = ({ steps }: { steps: readonly Step[] }) => (
  <ol className={styles.line}>
    {steps.map(({ title, text, when, design }) => (
      <li key={title} className={design && styles.moment}>
        {design && (
          <Front size="4.25x6" design={design} label={`A card for ${title.toLowerCase()}`} className={styles.card} />
        )}
        <div className={styles.step}>
          {when && <p>{when}</p>}
          <h3 className={styles.title}>{title}</h3>
          <p className={styles.text}>{text}</p>
        </div>
      </li>
    ))}
  </ol>
)
