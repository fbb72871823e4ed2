import { addCopyButton } from './copy-buttons.ts'

/** Fixes for the renderer's elements, by selector, mostly for keyboard and screen reader users. */
const repairs: Record<string, (element: Element) => void> = {
  // Lets keyboard users scroll code that is wider than its column.
  '.markdown pre > code:not([tabindex])': (code) => code.setAttribute('tabindex', '0'),
  '.markdown pre:not(:has(> .copy))': addCopyButton,
  // A combobox must expose the state of its list.
  '[role=combobox]:not([aria-expanded])': (field) => field.setAttribute('aria-expanded', 'false'),
  // Restores the role of a button.
  'button[role=none]': (button) => button.removeAttribute('role'),
  '.cm-content:not([aria-label])': (editor) =>
    editor.setAttribute(
      'aria-label',
      editor.closest('[data-testid=response-body-raw]') ? 'Response body' : 'Request body',
    ),
  '.references-rendered:not([role])': (part) => part.setAttribute('role', 'main'),
  // The test request dialog has a separate region for messages.
  'section[aria-label="Notifications alt+T"] ~ section[aria-label="Notifications alt+T"], .scalar-client section[aria-label="Notifications alt+T"]':
    (region) => region.setAttribute('aria-label', 'Notifications of test requests'),
}

function repairAll(): void {
  for (const [selector, repair] of Object.entries(repairs)) {
    for (const element of document.querySelectorAll(selector)) repair(element)
  }
}

/** Repairs everything that the renderer adds to the page. */
export function keepRepaired(): void {
  let isPlanned = false
  new MutationObserver(() => {
    if (isPlanned) return
    isPlanned = true
    requestAnimationFrame(() => {
      isPlanned = false
      repairAll()
    })
  }).observe(document.body, { childList: true, subtree: true })
}
