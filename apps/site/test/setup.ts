import { stubBrowser } from '@app/ui/stub-browser'
import { cleanup } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { forgetDrafts } from '../src/forms/form-draft.ts'
import { publicClient } from '../src/forms/QueryProvider.tsx'
import * as codeEditor from '../src/sandbox/load-code-editor.ts'
// Every page contains these scripts.
import '../src/startup/keep-focus.ts'
import '../src/startup/visit.ts'

beforeAll(stubBrowser)
beforeEach(() => {
  // The code editor needs a layout, which jsdom lacks. Tests use the text area that remains when it does not load; the
  // browser tests use the code editor.
  vi.spyOn(codeEditor, 'loadCodeEditor').mockRejectedValue(new Error('no layout'))
})
afterEach(() => {
  cleanup()
  sessionStorage.clear()
  localStorage.clear()
  history.replaceState(null, '', '/')
  forgetDrafts()
  publicClient.clear()
})
