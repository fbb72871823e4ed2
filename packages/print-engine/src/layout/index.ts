export type { Confinement } from './browser-process.ts'
export { type LayoutBrowser, type LayoutCounts, type LayoutOptions, openLayoutBrowser } from './lay-out.ts'
export { LayoutError } from './layout-error.ts'
