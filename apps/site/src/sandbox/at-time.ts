const instant = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

/** A time as the visitor's clock shows it. */
export const atTime = (time: string): string => instant.format(new Date(time))
