/** Shows the list of leads, which is on this screen below what links to it. */
export function showList(): void {
  const title = document.querySelector<HTMLElement>('#recent-leads')
  title?.scrollIntoView()
  title?.focus({ preventScroll: true })
}
