let workedAt = 0

const note = () => {
  workedAt = Date.now()
}

const events = ['keydown', 'pointerdown'] as const

/** Notes when the person types or clicks. Returns a function that stops it. */
export function watchWork(): () => void {
  workedAt = 0
  for (const event of events) document.addEventListener(event, note, true)
  return () => events.forEach((event) => document.removeEventListener(event, note, true))
}

/** When the person last typed or clicked, even if no call was made. */
export const lastWork = (): number => workedAt
