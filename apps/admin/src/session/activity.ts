let activeAt = 0

const note = () => {
  activeAt = Date.now()
}

const events = ['keydown', 'pointerdown'] as const

/** Records when the person types or clicks. Returns a function that stops it. */
export function watchActivity(): () => void {
  activeAt = 0
  for (const event of events) document.addEventListener(event, note, true)
  return () => events.forEach((event) => document.removeEventListener(event, note, true))
}

/** When the person last typed or clicked, even if no call was made. */
export const lastActivity = (): number => activeAt
