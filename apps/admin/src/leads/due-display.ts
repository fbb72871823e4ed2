const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })
const dayAndYear = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

type Urgency = 'overdue' | 'today' | 'later'

/** The due date of a next step, relative to today: "Overdue, Nov 20", "Today", "Dec 1". */
export function dueDisplay(on: string, today: string): { text: string; urgency: Urgency } {
  const format = on.slice(0, 4) === today.slice(0, 4) ? day : dayAndYear
  const date = format.format(Date.parse(`${on}T00:00:00Z`))
  if (on < today) return { text: `Overdue, ${date}`, urgency: 'overdue' }
  return on === today ? { text: 'Today', urgency: 'today' } : { text: date, urgency: 'later' }
}
