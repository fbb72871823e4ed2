import { isPlainClick, jumpToSection } from '../layout/scroll-to-section.ts'
import { want } from './islands.ts'
import { isReady, partOf, whenReady } from './ready.ts'

/**
 * Holds a press on a button whose part of the page React does not run yet, starts that part, and presses again when it
 * is ready. Enter in a form arrives here too: the browser presses the submit button. A jump to a section needs no React
 * and is done at once.
 */
export function holdEarlyPresses(start: () => void): void {
  const held = new Set<HTMLElement>()

  const pressAgain = async (button: HTMLElement, part: string) => {
    held.add(button)
    await whenReady(part)
    held.delete(button)
    button.click()
  }

  // The browser's own jump is lost when React takes the page over before the next frame.
  const jumpNow = (event: MouseEvent, link: HTMLAnchorElement) => {
    if (isReady('page') || !isPlainClick(event)) return
    event.preventDefault()
    event.stopPropagation()
    jumpToSection(link.hash.slice(1))
  }

  addEventListener(
    'click',
    (event) => {
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-jump]') : null
      if (link) return jumpNow(event, link)
      const button = event.target instanceof Element ? event.target.closest('button') : null
      if (!button) return
      const part = partOf(button)
      if (isReady(part)) return

      event.preventDefault()
      event.stopPropagation()
      if (held.has(button)) return
      void pressAgain(button, part)
      start()
      want(part)
    },
    true,
  )
}
