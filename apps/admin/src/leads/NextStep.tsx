import type { Lead } from '@app/api-client'
import { absent } from '../components/date-text.ts'
import { dueDisplay } from './due-display.ts'
import styles from './NextStep.module.css'

type Props = {
  lead: Pick<Lead, 'nextStep' | 'nextStepOn'>
  /** Today in the business's time zone. */
  today: string
}

/** The next step for a lead and its due date. Its urgency is a word, and the color repeats it. */
export function NextStep({ lead: { nextStep, nextStepOn }, today }: Props) {
  const due = nextStepOn && dueDisplay(nextStepOn, today)
  if (!nextStep && !due) return absent
  return (
    <span className={styles.step}>
      {nextStep && (
        <span className={styles.text} dir="auto">
          {nextStep}
        </span>
      )}{' '}
      {due && (
        <time dateTime={nextStepOn} className={styles.due} data-urgency={due.urgency}>
          {due.text}
        </time>
      )}
    </span>
  )
}
