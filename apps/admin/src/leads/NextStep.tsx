import type { Lead } from '@app/api-client'
import { dueDisplay } from './due-display.ts'
import styles from './NextStep.module.css'

type Props = {
  lead: Pick<Lead, 'nextStep' | 'nextStepOn'>
  /** Today in the business's time zone. */
  today: string
}

/** The day a next step is due. A word states its urgency, and the color repeats it. */
export function DueDay({ lead: { nextStepOn }, today }: Props) {
  const due = nextStepOn && dueDisplay(nextStepOn, today)
  if (!due) return null
  return (
    <time dateTime={nextStepOn} className={styles.due} data-urgency={due.urgency}>
      {due.text}
    </time>
  )
}

/** The next step for a lead and its due day. */
export const NextStep = ({ lead, today }: Props) => (
  <>
    {lead.nextStep && (
      <span className={styles.text} dir="auto">
        {lead.nextStep}
      </span>
    )}{' '}
    <DueDay lead={lead} today={today} />
  </>
)
