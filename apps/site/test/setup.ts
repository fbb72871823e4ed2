import { stubBrowser } from '@app/ui/stub-browser'
import { cleanup } from '@testing-library/react'
import { afterEach, beforeAll, vi } from 'vitest'
import { forgetDrafts } from '../src/forms/form-draft.ts'
import { publicClient } from '../src/forms/public-client.ts'
// Every page contains this script.
import '../src/startup/visit.ts'

// The code editor needs a layout, which jsdom does not have. Tests use the text area that stays when it does not load; the
// browser tests use the code editor.
vi.mock('../src/sandbox/load-code-editor.ts', () => ({
  loadCodeEditor: () => Promise.reject(new Error('no layout')),
  loadedCodeEditor: () => undefined,
}))

beforeAll(stubBrowser)
afterEach(() => {
  cleanup()
  sessionStorage.clear()
  forgetDrafts()
  publicClient.clear()
})
