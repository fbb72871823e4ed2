// The exports for a process that prints. They load a browser driver, so other processes import individual modules. Only
// the press threads load the libraries that write and read print files.
export {
  printEngine,
  type PrintEngine,
  type ProofCheck,
  type ProofRequest,
  type TemplateSource,
  UntrustedTemplateError,
} from './engine.ts'
export { PressTimeoutError } from './check/thread-time.ts'
export { openPress } from './check/press.ts'
export { readPressProfile } from './finish/press-profile.ts'
export { openLayoutBrowser, reasonOf } from './layout/lay-out.ts'
export { LayoutError, NoBrowserError } from './layout/layout-error.ts'
export { StarvedError } from './time-limits.ts'
