/** A time as the visitor's clock shows it. */
export const atTime = (time: string): string =>
  new Date(time).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' })
