import '@testing-library/jest-dom/vitest'
import { configure, prettyDOM } from '@testing-library/react'

configure({
  // A busy machine must not fail a test.
  asyncUtilTimeout: 30_000,
  // Waiting creates an error on each attempt, but only the last one is read, so the page is printed lazily.
  getElementError: (message, container) =>
    Object.defineProperties(new Error(), {
      name: { value: 'TestingLibraryElementError' },
      message: { configurable: true, get: () => `${message}\n\n${prettyDOM(container) || ''}` },
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

const inline = 'a, abbr, b, bdi, br, code, em, i, kbd, label, mark, small, span, strong, sub, sup, svg, time, wbr'

function displayOf(element: Element): string {
  if (element.matches('[hidden], dialog:not([open])')) return 'none'
  return element.matches(inline) ? 'inline' : 'block'
}

/**
 * The styles of an element without style sheets. Tests load only the theme's colors, and jsdom would match each of its
 * rules against each element that a query by role visits, which takes most of the time of a test.
 */
const plainStyle = (element: Element): CSSStyleDeclaration => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Every element of a page has one of these types.
  const own = (element as HTMLElement | SVGElement).style
  const valueOf = (name: string) => own.getPropertyValue(name) || (name === 'display' ? displayOf(element) : '')
  return new Proxy(own, {
    get(_own, name) {
      if (name === 'display') return valueOf(name)
      if (name === 'getPropertyValue') return valueOf
      const value: unknown = Reflect.get(own, name)
      return typeof value === 'function' ? value.bind(own) : value
    },
  })
}

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
  window.getComputedStyle = plainStyle
  window.scrollTo = () => {}
  // The setup of user-event replaces it with one that can be read.
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText: async () => {} } })
  Element.prototype.scrollIntoView = () => {}
}
