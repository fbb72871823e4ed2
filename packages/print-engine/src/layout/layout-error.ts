/** Why a document could not be laid out. The next one can. */
export class LayoutError extends Error {
  readonly code: 'timeout' | 'navigated' | 'crashed'

  constructor(code: LayoutError['code'], options?: ErrorOptions) {
    super(messages[code], options)
    this.name = 'LayoutError'
    this.code = code
  }
}

const messages = {
  timeout: 'The layout took too long and was stopped',
  navigated: 'The document left its page',
  crashed: 'The browser ended in mid-layout',
} as const
