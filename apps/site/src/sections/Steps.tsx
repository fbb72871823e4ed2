import styles from './UseCases.module.css'

interface Step {
  title: string
  text: string
  /** A short label above the title for the time of the step. */
  when?: string
}

/** Numbered steps along a line. */
export function Steps({ steps }: { steps: readonly Step[] }) {
  return (
    <ol className={styles.line}>
      {steps.map(({ title, text, when }) => (
        <li key={title} className={styles.step}>
          {when && <p>{when}</p>}
          <h3 className={styles.title}>{title}</h3>
          <p className={styles.text}>{text}</p>
        </li>
      ))}
    </ol>
  )
}
