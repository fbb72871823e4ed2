import type { PieceStatus, PieceSummary } from '@app/api-client'
import { fieldNames, pieceSizeLabels, pieceStatusLabels, postalClassLabels } from '@app/labels'
import { formatCount, formatUnitPrice, moneyOf } from '@app/pricing'
import type { Tone } from '../area/StateText.tsx'

export const pieceTones: Readonly<Record<PieceStatus, Tone>> = {
  checking: 'waiting',
  rejected: 'bad',
  ready: 'waiting',
  canceled: 'off',
  in_production: 'waiting',
  printed: 'waiting',
  mailed: 'moving',
  in_transit: 'moving',
  in_local_area: 'moving',
  out_for_delivery: 'moving',
  re_routed: 'moving',
  delivered: 'good',
  returned: 'bad',
}

export const priceText = (price: number | null): string =>
  price === null ? 'Not known yet' : formatUnitPrice(moneyOf(price))

/** The price of a piece. Canceled and rejected pieces are not charged. */
export const chargeText = ({ Status, Price }: Pick<PieceSummary, 'Status' | 'Price'>): string =>
  Status === 'canceled' || Status === 'rejected' ? 'Not charged' : priceText(Price)

/** The number of pieces in a list, from the headers of one of its pages. A broad search stops counting. */
export function piecesText(headers: Headers): string {
  const total = Number(headers.get('X-Total-Count'))
  const isCapped = headers.get('X-Total-Count-Capped') === 'true'
  return total === 1 ? '1 piece' : `${formatCount(total)}${isCapped ? '+' : ''} pieces`
}

export const cityText = (to: PieceSummary['To']): string => (to ? `${to.City}, ${to.State}` : 'Deleted')

export const kindText = ({ Size, PostalClass }: Pick<PieceSummary, 'Size' | 'PostalClass'>): string =>
  `${pieceSizeLabels[Size]}, ${postalClassLabels[PostalClass]}`

interface StatusChoice {
  label: string
  statuses: readonly PieceStatus[]
}

const groups: readonly StatusChoice[] = [
  { label: 'Not mailed yet', statuses: ['checking', 'ready', 'in_production', 'printed'] },
  {
    label: 'On the way',
    statuses: ['mailed', 'in_transit', 'in_local_area', 'out_for_delivery', 're_routed'],
  },
]

const statuses = fieldNames(pieceStatusLabels)

/** The status filters of the list, by their value in the URL. */
export const statusChoices: ReadonlyMap<string, StatusChoice> = new Map(
  [...groups, ...statuses.map((status) => ({ label: pieceStatusLabels[status], statuses: [status] }))].map((choice) => [
    choice.statuses.join(','),
    choice,
  ]),
)
