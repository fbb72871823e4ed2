import { stubBrowser } from '@app/ui/testing'
import { cleanup } from '@testing-library/react'
import { afterEach, beforeAll } from 'vitest'

beforeAll(stubBrowser)
afterEach(() => {
  cleanup()
  sessionStorage.clear()
})
