/** A day in the API's format, in a time zone. Defaults to the reader's. */
export const dayIn = (timeZone: string | undefined, now = new Date()): string =>
  new Intl.DateTimeFormat('en-CA', { ...(timeZone && { timeZone }), dateStyle: 'short' }).format(now)

export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

export const firstOfMonth = (day: string): string => `${day.slice(0, 7)}-01`

/** The most common ranges, each up to now. */
export const presetRanges = [
  { name: 'today', label: 'Today', from: (today: string) => today },
  { name: 'week', label: 'Last 7 days', from: (today: string) => dayAfter(today, -6) },
  { name: 'month', label: 'This month', from: firstOfMonth },
] as const
