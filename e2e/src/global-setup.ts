import { forgetTraffic } from './traffic.ts'

// Playwright wants a default export here.
// oxlint-disable-next-line import/no-default-export
export default forgetTraffic
