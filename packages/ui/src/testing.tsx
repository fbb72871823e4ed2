import '@testing-library/jest-dom/vitest'
import { notifications } from '@mantine/notifications'
import type { QueryClient } from '@tanstack/react-query'
import { cleanup, configure, render, type RenderResult } from '@testing-library/react'
import { setupServer, type SetupServer } from 'msw/node'
import type { ReactNode } from 'react'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { AppProviders } from './AppProviders.tsx'
import { createQueryClient } from './query-client.ts'

// How long a busy machine takes is no matter of the tests.
configure({ asyncUtilTimeout: 10_000 })

class ResizeObserverStub implements ResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

/** Nothing comes into view. */
class IntersectionObserverStub extends ResizeObserverStub implements IntersectionObserver {
  root = null
  rootMargin = ''
  scrollMargin = ''
  thresholds = []
  takeRecords = () => []
}

/** What Mantine asks of a browser and jsdom does not have. */
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
  window.scrollTo = () => {}
  Element.prototype.scrollIntoView = () => {}
}

/** Call at the top of a test file. A request no handler answers fails the test. */
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

/** Renders as the app does, without animations. */
export function renderScreen(screen: ReactNode, queryClient: QueryClient = createQueryClient()): RenderResult {
  return render(
    <AppProviders queryClient={queryClient} env="test">
      {screen}
    </AppProviders>,
  )
}
