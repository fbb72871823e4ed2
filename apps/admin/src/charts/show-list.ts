/** Scrolls to the list of leads, which is further down on the same screen. */
export function showList(): void {
  const title = document.querySelector<HTMLElement>('#recent-leads')
  title?.scrollIntoView()
  title?.focus({ preventScroll: true })
}
