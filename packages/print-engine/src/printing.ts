// The exports for a process that prints. They load the driver of a browser, so other processes import modules one by one. The libraries
// that write and read print files are loaded by the threads of the press alone.
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
