/** The text if it is a day of the calendar, like 2026-11-27. Undefined otherwise: February 30 would be read as March 2. */
export function dayOf(text: string | null | undefined): string | undefined {
  if (!text || !/^\d{4}-\d\d-\d\d$/.test(text)) return undefined
  const date = new Date(text)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : undefined
}
