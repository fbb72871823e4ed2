import { type MailClass, type Piece, pieces } from '@app/pricing'
import { useUrlState, wholeNumber } from '../forms/use-url-state.ts'

/** The most pages that one letter can have. */
export const mostPages = 60

/** What the visitor chose in the price calculator, kept in the URL. */
export function usePriceChoice() {
  const [given, set] = useUrlState({ piece: 'postcard-4.25x6', quantity: '2000', pages: '1', class: 'first-class' })
  const piece: Piece = pieces.find((one) => one === given.piece) ?? 'postcard-4.25x6'
  const isLetter = piece.startsWith('letter-')
  const mailClass: MailClass = isLetter && given.class === 'standard' ? 'standard' : 'first-class'
  const quantity = wholeNumber(given.quantity, 1, 10_000_000, 1)
  const pages = isLetter ? wholeNumber(given.pages, 1, mostPages, 1) : 1
  return { given, set, piece, isLetter, mailClass, quantity, pages }
}
