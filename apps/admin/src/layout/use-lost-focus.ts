import { useEffect } from 'react'

/** The position of an element: its ancestors, innermost first, each with the index of the child that contained it. */
type Surroundings = readonly { around: Element; place: number }[]

interface Visit {
  element: HTMLElement
  surroundings: Surroundings
}

/** Disabled while an action is in progress. It will be enabled again. */
const busy = ':disabled:is([data-loading], [aria-busy="true"])'
/** The attributes that mark an element, or the fields of a form, as busy. */
const stateOfBusy = ['disabled', 'data-loading', 'aria-busy', 'inert']
const enabled = ':is(a[href], button, input, select, textarea, [tabindex]):not(:disabled)'
const focusable = `${enabled}, ${busy}`

/** Maximum number of recently focused elements to remember. Closing a dialog removes several of them. */
const maxVisits = 20

function surroundingsOf(element: Element): Surroundings {
  const found: { around: Element; place: number }[] = []
  for (let child = element; child.parentElement; child = child.parentElement) {
    found.push({ around: child.parentElement, place: [...child.parentElement.children].indexOf(child) })
  }
  return found
}

const isUsable = (element: HTMLElement) => element.isConnected && !element.matches(':disabled')
const isBusy = (element: Element) => element.isConnected && element.matches(busy)

const firstIn = (element: Element | undefined) =>
  element?.matches(focusable) ? element : element?.querySelector(focusable)

/** The element nearest to the lost one: its replacement, the one before it, or one in an ancestor, in this order. */
function nearest({ surroundings }: Visit): Element | undefined {
  for (const { around, place } of surroundings) {
    if (around === document.body || around.id === 'root') return undefined
    if (!around.isConnected) continue
    const { children } = around
    const found = firstIn(children[place]) ?? firstIn(children[place - 1]) ?? firstIn(around)
    if (found) return found
  }
  return undefined
}

/**
 * Recovers the focus when the focused element disappears or is disabled: deleted cards, toasts, bulk actions, and
 * dialogs whose opener is gone. Otherwise the next Tab would start at the top of the page. A click elsewhere drops the
 * focus on purpose.
 */
export function useLostFocus(): void {
  useEffect(() => {
    let visits: Visit[] = []
    let frame = 0

    const note = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement)) return
      visits = [...visits.slice(1 - maxVisits), { element: target, surroundings: surroundingsOf(target) }]
    }
    const forget = ({ target }: PointerEvent) => {
      if (!(target instanceof Element && target.closest(focusable))) visits = []
    }
    const restore = () => {
      const last = visits.at(-1)
      if (document.activeElement !== document.body || !last || isBusy(last.element)) return undefined
      for (const visit of visits.toReversed()) {
        const found = isUsable(visit.element) ? visit.element : nearest(visit)
        // Waits for a busy element: when it is enabled, the observer runs again.
        if (found && isBusy(found)) return undefined
        if (found instanceof HTMLElement) return found.focus({ preventScroll: true })
      }
      return document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
    }
    // Dialogs return the focus themselves, a moment after they close.
    const wait = (frames: number) => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => (frames > 1 ? wait(frames - 1) : restore()))
    }
    const observer = new MutationObserver(() => {
      if (document.activeElement === document.body && visits.length > 0) wait(3)
    })
    observer.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: stateOfBusy })
    document.addEventListener('focusin', note)
    document.addEventListener('pointerdown', forget, true)
    return () => {
      cancelAnimationFrame(frame)
      observer.disconnect()
      document.removeEventListener('focusin', note)
      document.removeEventListener('pointerdown', forget, true)
    }
  }, [])
}
