import { notifications } from '@mantine/notifications'
import type { QueryClient } from '@tanstack/react-query'
import { cleanup, render, type RenderResult } from '@testing-library/react'
import { setupServer, type SetupServer } from 'msw/node'
import type { ReactNode } from 'react'
import { afterEach, beforeAll } from 'vitest'
import { AppProviders } from '../src/AppProviders.tsx'
import { createQueryClient } from '../src/query-client.ts'
import { stubBrowser } from './stub-browser.ts'

/**
 * Call at the top of a test file. A request without a handler fails the test. The server ends with the process of the file: what a
 * screen calls after its last test would reach a real server otherwise.
 */
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
