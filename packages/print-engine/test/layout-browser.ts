import { openLayoutBrowser } from '../src/layout/lay-out.ts'

/** Shared by all test files of a worker, because starting it takes as long as twenty layouts. Ends with the worker. */
export const browser = await openLayoutBrowser()
