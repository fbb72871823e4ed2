import '@testing-library/jest-dom/vitest'
import { notifications } from '@mantine/notifications'
import type { QueryClient } from '@tanstack/react-query'
import { cleanup, configure, render, type RenderResult } from '@testing-library/react'
import { setupServer, type SetupServer } from 'msw/node'
import type { ReactNode } from 'react'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { AppProviders } from './AppProviders.tsx'
import { createQueryClient } from './query-client.ts'

// A busy machine must not fail a test.
configure({ asyncUtilTimeout: 10_000 })

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

// jsdom draws no further frame once a test has faked the timers while one was due.
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
  window.requestAnimationFrame = (draw) => Number(delay(() => draw(performance.now()), frameMs))
  window.cancelAnimationFrame = (id) => clearTimeout(id)
  window.scrollTo = () => {}
  Element.prototype.scrollIntoView = () => {}
}

/** Call at the top of a test file. A request without a handler fails the test. */
export function useTestServer(): SetupServer {
  const server = setupServer()
  beforeAll(() => {
    stubBrowser()
    server.listen({ onUnhandledFrame: 'error' })
  })
  afterEach(() => {
    cleanup()
    notifications.clean()
    server.resetHandlers()
  })
  afterAll(() => server.close())
  return server
}

/** Renders a screen as the app does, but without animations. */
export function renderScreen(screen: ReactNode, queryClient: QueryClient = createQueryClient()): RenderResult {
  return render(
    <AppProviders queryClient={queryClient} env="test">
      {screen}
    </AppProviders>,
  )
}
