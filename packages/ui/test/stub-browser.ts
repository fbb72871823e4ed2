import '@testing-library/jest-dom/vitest'
import { configure } from '@testing-library/react'

// A busy machine must not fail a test.
configure({ asyncUtilTimeout: 30_000 })

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
  window.scrollTo = () => {}
  Element.prototype.scrollIntoView = () => {}
}
