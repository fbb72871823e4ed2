import { stubBrowser } from '@app/ui/stub-browser'
import { cleanup } from '@testing-library/react'
import { afterEach, beforeAll } from 'vitest'
import { forgetDrafts } from '../src/forms/form-draft.ts'
// Every page contains this script.
import '../src/startup/visit.ts'

beforeAll(stubBrowser)
afterEach(() => {
  cleanup()
  sessionStorage.clear()
  forgetDrafts()
})
