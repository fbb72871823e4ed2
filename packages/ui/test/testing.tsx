import { notifications } from '@mantine/notifications'
import type { QueryClient } from '@tanstack/react-query'
import { cleanup, render, type RenderResult } from '@testing-library/react'
import { setupServer, type SetupServer } from 'msw/node'
import type { ReactNode } from 'react'
import { afterEach, beforeAll } from 'vitest'
import { AppProviders } from '../src/AppProviders.tsx'
import { createQueryClient } from '../src/query-client.ts'
import { stubBrowser } from './stub-browser.ts'

/** Shared by all files of a worker, and never closed, so that late calls by a screen cannot reach a real server. */
const server = setupServer()
let isListening = false

/** Call at the top of a test file. A request without a handler fails the test. */
export function useTestServer(): SetupServer {
  beforeAll(() => {
    stubBrowser()
    if (!isListening) server.listen({ onUnhandledFrame: 'error' })
    isListening = true
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
