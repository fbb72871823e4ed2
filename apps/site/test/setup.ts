import { stubBrowser } from '@app/ui/testing'
import { beforeAll } from 'vitest'

beforeAll(stubBrowser)
