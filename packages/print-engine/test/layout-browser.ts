import { openLayoutBrowser } from '../src/layout/lay-out.ts'

/** One for all test files of a worker: starting it takes as long as twenty layouts. It ends with the worker. */
export const browser = await openLayoutBrowser()
