/** A document could not be laid out. Others still can. */
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

/** No browser starts, so nothing can be laid out. The document is not the cause. */
export class NoBrowserError extends Error {
  override readonly name = 'NoBrowserError'

  constructor(cause: unknown) {
    super('No browser starts', { cause })
  }
}
