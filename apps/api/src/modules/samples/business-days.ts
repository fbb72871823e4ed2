/** Samples are sent within this many business days; a request that waits longer is late. */
const sentWithin = 2

const dayMs = 86_400_000

/** The day of an instant in a time zone, as YYYY-MM-DD. Swedish dates are in ISO 8601 format. */
export const dayOf = (instant: Date, timeZone: string): string => instant.toLocaleDateString('sv-SE', { timeZone })

/** Monday to Friday, regardless of holidays. */
function isBusinessDay(time: number): boolean {
  const weekday = new Date(time).getUTCDay()
  return weekday !== 0 && weekday !== 6
}

/** Beyond this, the exact number makes no difference. */
const maxDays = 250

/** Number of business days that have begun after `from`, through `to`, up to 250. */
export function businessDaysBetween(from: string, to: string): number {
  let days = 0
  for (let time = Date.parse(from) + dayMs; time <= Date.parse(to) && days < maxDays; time += dayMs) {
    if (isBusinessDay(time)) days += 1
  }
  return days
}

export const isLate = (days: number): boolean => days > sentWithin

/** The last day whose requests are late if they are still pending today. */
export function lastLateDay(today: string): string {
  let time = Date.parse(today)
  for (let days = 0; !isLate(days); time -= dayMs) if (isBusinessDay(time)) days += 1
  return new Date(time).toISOString().slice(0, 10)
}

/** The day this many business days later. */
export function addBusinessDays(day: string, count: number): string {
  let time = Date.parse(day)
  for (let left = count; left > 0;) {
    time += dayMs
    if (isBusinessDay(time)) left -= 1
  }
  return new Date(time).toISOString().slice(0, 10)
}

/** The day this many days later. */
export const addDays = (day: string, count: number): string =>
  new Date(Date.parse(day) + count * dayMs).toISOString().slice(0, 10)
