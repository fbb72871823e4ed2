import '@testing-library/jest-dom/vitest'
import { configure, prettyDOM } from '@testing-library/react'

configure({
  // A busy machine must not fail a test.
  asyncUtilTimeout: 30_000,
  // Waiting for an element makes an error at each try, and only the last one is read: only then is the page written down.
  getElementError: (message, container) =>
    Object.defineProperties(new Error(), {
      name: { value: 'TestingLibraryElementError' },
      message: { get: () => `${message}\n\n${prettyDOM(container) || ''}` },
    }),
})

class ResizeObserverStub implements ResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

/** Reports no element as visible. */
class IntersectionObserverStub extends ResizeObserverStub implements IntersectionObserver {
  root = null
  rootMargin = ''
  scrollMargin = ''
  thresholds = []
  takeRecords = () => []
}

// jsdom stops drawing frames after a test fakes the timers while a frame is pending.
const { setTimeout: delay } = globalThis
const frameMs = 16

const hidden = document.createElement('i').style
hidden.display = 'none'

/**
 * The styles of an element. Tests load no style sheet but the one with the theme's colors, and jsdom would match each of its
 * rules with each element that a query by role passes: most of the time of a test.
 */
const inlineStyle = (element: Element): CSSStyleDeclaration =>
  element.matches('[hidden], dialog:not([open])') ? hidden : (element as HTMLElement).style

/** Stubs the browser APIs that Mantine needs and jsdom lacks. */
export function stubBrowser(): void {
  window.matchMedia = (media: string) =>
    ({
      matches: false,
      media,
      onchange: null,
      addListener() {},
      removeListener() {},
      addEventListener() {},
      removeEventListener() {},
      dispatchEvent: () => false,
    }) satisfies MediaQueryList
  window.ResizeObserver = ResizeObserverStub
  window.IntersectionObserver = IntersectionObserverStub
  // oxlint-disable-next-line no-restricted-properties -- a frame has a time
  window.requestAnimationFrame = (draw) => Number(delay(() => draw(performance.now()), frameMs))
  window.cancelAnimationFrame = (id) => clearTimeout(id)
  window.getComputedStyle = inlineStyle
  window.scrollTo = () => {}
  Element.prototype.scrollIntoView = () => {}
}
