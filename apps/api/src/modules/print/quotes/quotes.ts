import type {
  FieldError,
  NextPriceTier,
  PieceQuote,
  PieceSize,
  PostalClass,
  ProofPrice,
  QuotePieceInput,
} from '@app/contract'
import { isLetterSize } from '@app/mail-piece/formats'
import {
  dollarsOf,
  type MailClass,
  maxSheets,
  type Piece,
  quote,
  type Quote,
  sheetsOf,
  type Tier,
  tiers,
} from '@app/pricing'
import { ProblemError } from '../../../errors/errors.ts'
import { faultIf } from '../field-fault.ts'

export const pieceOf = (size: PieceSize): Piece => (isLetterSize(size) ? `letter-${size}` : `postcard-${size}`)
export const mailClassOf = (postalClass: PostalClass): MailClass =>
  postalClass === 'Standard' ? 'standard' : 'first-class'

type Asked = Pick<QuotePieceInput, 'Size' | 'PostalClass' | 'Quantity'> & { Sheets: number }

const priceOf = ({ Size, PostalClass, Sheets, Quantity }: Asked) =>
  quote(pieceOf(Size), Quantity, Sheets, mailClassOf(PostalClass))

const tierOf = (tier: Tier) => ({ From: tiers[tier].from, Label: tiers[tier].label })

function nextTierOf(asked: Asked, { tier }: Quote): NextPriceTier {
  const next = tiers[tier + 1]
  if (!next) return null
  const price = priceOf({ ...asked, Quantity: next.from })
  return price.kind === 'price' ? { From: next.from, Label: next.label, Unit: dollarsOf(price.unit) } : null
}

function cheaperOf({ total, cheaper }: Quote): PieceQuote['Cheaper'] {
  if (!cheaper) return null
  const { quantity, saving } = cheaper
  return { Quantity: quantity, Total: dollarsOf(total - saving), Saves: dollarsOf(saving) }
}

const withoutPrice = { Unit: null, Total: null, Tier: null, NextTier: null, Cheaper: null }

function quotePiece({ Sheets = 1, ...piece }: QuotePieceInput): PieceQuote {
  const asked = { ...piece, Sheets }
  const price = priceOf(asked)
  if (price.kind === 'on-request') return { ...asked, OnRequest: price.reason, ...withoutPrice }
  return {
    ...asked,
    OnRequest: null,
    Unit: dollarsOf(price.unit),
    Total: dollarsOf(price.total),
    Tier: tierOf(price.tier),
    NextTier: nextTierOf(asked, price),
    Cheaper: cheaperOf(price),
  }
}

/**
 * The price of one piece as mail. Null for a size that is priced on request, for a letter whose pages are not counted
 * yet, and for a letter with too many pages.
 * @param pages the page count of the templates; undefined until they are counted
 */
export function proofPrice(size: PieceSize, postalClass: PostalClass, pages: number | undefined): ProofPrice {
  if (isLetterSize(size) && (pages === undefined || sheetsOf(pages) > maxSheets)) return null
  const asked = { Size: size, PostalClass: postalClass, Sheets: sheetsOf(pages ?? 1), Quantity: 1 }
  const price = priceOf(asked)
  if (price.kind === 'on-request') return null
  const [Unit, Total] = [dollarsOf(price.unit), dollarsOf(price.total)]
  return { Unit, Total, Currency: 'USD', Tier: tierOf(price.tier), NextTier: nextTierOf(asked, price) }
}

/** Postcards must be mailed First Class. */
export const classFault = (pointer: string, size: PieceSize, postalClass: PostalClass): FieldError[] =>
  faultIf(!isLetterSize(size) && postalClass !== 'FirstClass', pointer, {
    code: 'postal_class_not_available',
    detail: 'Postcards are mailed First Class.',
    found: postalClass,
    allowed: 'FirstClass for a postcard, FirstClass or Standard for a letter',
    remedy: 'Send FirstClass, or choose a letter size.',
  })

const sheetsFault = (pointer: string, { Size, Sheets = 1 }: QuotePieceInput): FieldError[] =>
  faultIf(!isLetterSize(Size) && Sheets !== 1, pointer, {
    code: 'sheets_not_available',
    detail: 'A postcard is one sheet.',
    found: String(Sheets),
    allowed: `1 for a postcard, 1 to ${maxSheets} for a letter`,
    remedy: 'Omit Sheets, or choose a letter size.',
  })

/** @throws {ProblemError} 400 with every impossible combination. */
export function createQuote(pieces: readonly QuotePieceInput[]): PieceQuote[] {
  const errors = pieces.flatMap((piece, index) => [
    ...classFault(`/Pieces/${index}/PostalClass`, piece.Size, piece.PostalClass),
    ...sheetsFault(`/Pieces/${index}/Sheets`, piece),
  ])
  if (errors.length > 0)
    throw new ProblemError(400, 'invalid_input', 'Some pieces cannot be mailed. See errors.', { errors })
  return pieces.map(quotePiece)
}
