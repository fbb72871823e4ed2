// What a process that prints needs. It is apart from the index because it loads the driver of a browser, PDFium and fonts.
export {
  type FinishedProof,
  printEngine,
  type PrintEngine,
  type ProofRequest,
  type TemplateSource,
  UntrustedTemplateError,
} from './engine.ts'
export { openPress } from './check/press.ts'
export { type LayoutBrowser, openLayoutBrowser } from './layout/lay-out.ts'
export { LayoutError } from './layout/layout-error.ts'
export { printFonts } from './layout/print-fonts.ts'
export type { ProofCheck } from './proof-checks.ts'
