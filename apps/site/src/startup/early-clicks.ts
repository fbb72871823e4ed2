import { isPlainClick, jumpToSection } from '../lib/scroll-to-section.ts'
import { activate } from './islands.ts'
import { isReady, partOf, whenReady } from './ready.ts'

/**
 * Defers a click on a button whose part of the page is not hydrated yet, starts that part, and repeats the click once it
 * is ready. Enter in a form arrives here too, because the browser clicks the submit button. A jump to a section does not
 * need React and happens right away.
 */
export function replayEarlyClicks(start: () => void): void {
  const clickAgain = async (button: HTMLElement, part: string) => {
    // Styles show that the click was received.
    button.dataset['waiting'] = ''
    await whenReady(part)
    delete button.dataset['waiting']
    button.click()
  }

  // The browser's own jump is lost if React hydrates the page before the next frame.
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
      if ('waiting' in button.dataset) return
      void clickAgain(button, part)
      start()
      activate(part)
    },
    true,
  )
}
