/** Elements that a script may focus: headings and paragraphs with `tabindex="-1"`, and inputs. */
const takers = ':is(h2, h3, p)[tabindex="-1"], input'

let focused: Element | undefined

/** The first such element near a removed one. */
const takerNear = (place: Element, main: HTMLElement): HTMLElement =>
  place.querySelector<HTMLElement>(takers) ??
  (place.parentElement && place !== main ? takerNear(place.parentElement, main) : main)

document.addEventListener('focusin', ({ target }) => {
  if (target instanceof Element) focused = target
})
document.addEventListener('focusout', () =>
  queueMicrotask(() => {
    // The visitor clicked on something that takes no focus.
    if (focused?.isConnected && document.activeElement === document.body) focused = undefined
  }),
)

// When the focused element is removed from the main content, the focus moves to a heading or field nearby. Otherwise,
// keyboard and screen reader users would start over at the top of the page.
new MutationObserver((records) => {
  if (!focused || focused.isConnected || document.activeElement !== document.body) return
  const removed = focused
  focused = undefined
  const place = records.findLast(
    ({ target, removedNodes }) => target.isConnected && [...removedNodes].some((node) => node.contains(removed)),
  )?.target
  if (!(place instanceof Element)) return
  const main = place.closest('main')
  // A transient status note is not part of the content around it.
  if (main && !place.closest('[role=status]')) takerNear(place, main).focus()
}).observe(document, { childList: true, subtree: true })
