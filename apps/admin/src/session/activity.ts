let activeAt = 0

const note = () => {
  activeAt = Date.now()
}

const events = ['keydown', 'pointerdown'] as const

/** Calls `listener` whenever the person types or clicks. Returns a function that stops it. */
export function onActivity(listener: () => void): () => void {
  for (const event of events) document.addEventListener(event, listener, true)
  return () => events.forEach((event) => document.removeEventListener(event, listener, true))
}

/** Records when the person types or clicks. Returns a function that stops it. */
export function watchActivity(): () => void {
  activeAt = 0
  return onActivity(note)
}

/** When the person last typed or clicked, even if no call was made. */
export const lastActivity = (): number => activeAt

const atWorkMs = 120_000

/**
 * Whether the person has typed or clicked recently, or opened the screen. Without activity, a screen makes no calls on its own,
 * because each call would extend the session of someone who has left.
 */
export const isAtWork = (openedAt: number): boolean => Date.now() - Math.max(openedAt, activeAt) < atWorkMs
