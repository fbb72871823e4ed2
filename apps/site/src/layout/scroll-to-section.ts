/** Brings a section into view and moves the focus to its heading, so that the keyboard and a screen reader follow. */
export function scrollToSection(id: string): void {
  const section = document.getElementById(id)
  if (!section) return
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  section.scrollIntoView({ behavior: isStill ? 'auto' : 'smooth' })
  section.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true })
}
