/** Why a document could not be laid out. The next one can. */
export class LayoutError extends Error {
  readonly code: 'timeout' | 'navigated' | 'renderer_crashed'

  constructor(code: LayoutError['code'], options?: ErrorOptions) {
    super(messages[code], options)
    this.name = 'LayoutError'
    this.code = code
  }
}

const messages = {
  timeout: 'The layout took too long and was stopped',
  navigated: 'The document left its page',
  renderer_crashed: 'The browser ended in mid-layout',
} as const

/** No browser starts, so that nothing can be laid out. No document is to blame. */
export class NoBrowserError extends Error {
  override readonly name = 'NoBrowserError'

  constructor(cause: unknown) {
    super('No browser starts', { cause })
  }
}
