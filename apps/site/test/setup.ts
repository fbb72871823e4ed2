import { stubBrowser } from '@app/ui/testing'
import { cleanup } from '@testing-library/react'
import { afterEach, beforeAll } from 'vitest'
import { forgetDrafts } from '../src/forms/form-draft.ts'

beforeAll(stubBrowser)
afterEach(() => {
  cleanup()
  sessionStorage.clear()
  forgetDrafts()
})
