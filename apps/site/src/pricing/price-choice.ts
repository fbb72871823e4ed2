import { type MailClass, maxSheets, type Piece, pieces } from '@app/pricing'
import { choiceField, numberField } from '../forms/url-fields.ts'
import { useUrlFields } from '../forms/use-url-fields.ts'

/** The fields of the calculator. The largest quantity is above the price list, so the calculator can offer volume pricing. */
export const priceFields = {
  piece: choiceField(pieces),
  quantity: numberField(2_000, 'whole', 1, 10_000_000),
  sheets: numberField(1, 'whole', 1, maxSheets),
  class: choiceField(['first-class', 'standard']),
}

/** The visitor's choices in the price calculator, kept in the URL. An invalid number is undefined. */
export function usePriceChoice() {
  const [texts, set] = useUrlFields(priceFields)
  const piece: Piece = pieces.find((one) => one === texts.piece) ?? pieces[0]
  const isLetter = piece.startsWith('letter-')
  const mailClass: MailClass = isLetter && texts.class === 'standard' ? 'standard' : 'first-class'
  const quantity = priceFields.quantity.numberOf(texts.quantity)
  const sheets = isLetter ? priceFields.sheets.numberOf(texts.sheets) : 1
  return { texts, set, piece, isLetter, mailClass, quantity, sheets }
}
