import { type MailClass, maxSheets, type Piece, pieces } from '@app/pricing'
import { choiceField, numberField } from '../forms/url-fields.ts'
import { useAddressFields } from '../forms/use-url-fields.ts'

/** What the calculator asks for. Above the price list's last quantity it says so instead of a price. */
export const priceFields = {
  piece: choiceField(pieces),
  quantity: numberField(2_000, 'whole', 1, 10_000_000),
  sheets: numberField(1, 'whole', 1, maxSheets),
  class: choiceField(['first-class', 'standard']),
}

/** What the visitor chose in the price calculator, kept in the URL. A number that is not valid is undefined. */
export function usePriceChoice() {
  const [texts, set] = useAddressFields(priceFields)
  const piece: Piece = pieces.find((one) => one === texts.piece) ?? pieces[0]
  const isLetter = piece.startsWith('letter-')
  const mailClass: MailClass = isLetter && texts.class === 'standard' ? 'standard' : 'first-class'
  const quantity = priceFields.quantity.numberOf(texts.quantity)
  const sheets = isLetter ? priceFields.sheets.numberOf(texts.sheets) : 1
  return { texts, set, piece, isLetter, mailClass, quantity, sheets }
}
