type FontErrorCode = 'font_type_not_allowed' | 'font_not_embeddable' | 'font_too_large' | 'font_unreadable'

/** The reason why a font cannot be used. */
export interface FontFault {
  code: FontErrorCode
  detail: string
  found: string
  allowed: string
  remedy: string
}

export class FontError extends Error {
  override readonly name = 'FontError'
  readonly fault: FontFault

  constructor(fault: FontFault) {
    super(fault.detail)
    this.fault = fault
  }
}

export const unreadable = (found: string): FontError =>
  new FontError({
    code: 'font_unreadable',
    detail: 'The font cannot be read.',
    found,
    allowed: 'a complete font',
    remedy: 'Download or export the font again, and upload that file.',
  })

export const typeNotAllowed = (found: string, remedy: string): FontError =>
  new FontError({
    code: 'font_type_not_allowed',
    detail: `This is ${found}, which is not supported.`,
    found,
    allowed: 'one font of one weight and style, as TTF, OTF, or WOFF2',
    remedy,
  })

export const tooLarge = (found: string, allowed: string): FontError =>
  new FontError({
    code: 'font_too_large',
    detail: 'The font is too large.',
    found,
    allowed,
    remedy: 'Save a subset of the font with the characters that you print.',
  })
