import { countText } from './figure.ts'

const units = [
  { name: 'day', seconds: 86_400 },
  { name: 'hour', seconds: 3_600 },
  { name: 'minute', seconds: 60 },
  { name: 'second', seconds: 1 },
] as const

/** An age in its largest whole unit: "3 hours". */
export function ageText(seconds: number): string {
  const { name, seconds: length } = units.find((unit) => seconds >= unit.seconds) ?? units[3]
  return countText(Math.floor(seconds / length), name)
}
