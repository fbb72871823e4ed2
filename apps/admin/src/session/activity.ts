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
 * True if the user typed, clicked, or opened the screen recently. Without activity, a screen sends no requests on its own,
 * because each request would extend the session of a user who has left.
 */
export const isAtWork = (openedAt: number): boolean => Date.now() - Math.max(openedAt, activeAt) < atWorkMs
