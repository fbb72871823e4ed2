/** Brings a section into view and moves the focus to its heading, so that the keyboard and a screen reader follow. */
export function scrollToSection(id: string): void {
  const section = document.getElementById(id)
  if (!section) return
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  section.scrollIntoView({ behavior: isStill ? 'auto' : 'smooth' })
  section.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true })
}

/** Shows the section in the address too, without a new entry in the history. */
export function jumpToSection(id: string): void {
  // The router's own state stays in the entry.
  history.replaceState(history.state, '', `#${id}`)
  scrollToSection(id)
}

/** Whether a click on a link means to follow it here, rather than in a new tab or window. */
export const isPlainClick = (
  event: Pick<MouseEvent, 'button' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey'>,
): boolean => event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
