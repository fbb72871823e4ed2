/** Formats a time in the visitor's time zone. */
export const formatTime = (time: string): string =>
  new Date(time).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' })
