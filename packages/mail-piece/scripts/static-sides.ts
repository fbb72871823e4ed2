import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { isLetterSize, type LetterSize, type PostcardSize } from '../src/formats.ts'
import { Letter } from '../src/Letter.tsx'
import { PostcardBack, PostcardFront } from '../src/Postcard.tsx'
import type { Recipient } from '../src/samples.ts'

/** HTML of each side of a piece, as the site draws it for this recipient. */
export function staticSides(size: PostcardSize | LetterSize, recipient: Recipient): string[] {
  const sides = isLetterSize(size)
    ? [createElement(Letter, { size, recipient })]
    : [createElement(PostcardFront, { size, recipient }), createElement(PostcardBack, { size, recipient })]
  return sides.map((side) => renderToStaticMarkup(side))
}
