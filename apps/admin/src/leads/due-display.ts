import { dayText } from '../components/format.ts'

const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })

type Urgency = 'overdue' | 'today' | 'later'

/** The due date of a next step, relative to today: "Overdue, Nov 20", "Today", "Dec 1". */
export function dueDisplay(on: string, today: string): { text: string; urgency: Urgency } {
  const date = on.slice(0, 4) === today.slice(0, 4) ? day.format(Date.parse(`${on}T00:00:00Z`)) : dayText(on)
  if (on < today) return { text: `Overdue, ${date}`, urgency: 'overdue' }
  return on === today ? { text: 'Today', urgency: 'today' } : { text: date, urgency: 'later' }
}
