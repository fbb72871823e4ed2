/** Scrolls to a section and moves the focus to its heading, for keyboard and screen reader users. */
export function scrollToSection(id: string): void {
  const section = document.getElementById(id)
  if (!section) return
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  section.scrollIntoView({ behavior: isStill ? 'auto' : 'smooth' })
  section.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true })
}

/** Scrolls to a section and puts its id into the URL, without a new history entry. */
export function jumpToSection(id: string): void {
  // Keeps the router's state for this entry.
  history.replaceState(history.state, '', `#${id}`)
  scrollToSection(id)
}

/** True if a click on a link opens it in this tab rather than in a new tab or window. */
export const isPlainClick = (
  event: Pick<MouseEvent, 'button' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey'>,
): boolean => event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
