import type { Usage } from '@app/api-client'
import { pieceSizeLabels, postalClassLabels } from '@app/labels'
import { formatCount, formatTotal, formatUnitPrice, moneyOf } from '@app/pricing'
import table from '../area/Table.module.css'

/** What the month consists of. */
export function UsageLines({ usage: { Lines, Uncounted } }: { usage: Usage }) {
  if (Lines.length === 0) return null
  return (
    <>
      <table aria-label="Pieces by kind" className={table.table}>
        <thead>
          <tr>
            <th scope="col">Kind</th>
            <th scope="col">Class</th>
            <th scope="col" className={table.number}>
              Sheets
            </th>
            <th scope="col" className={table.number}>
              Pieces
            </th>
            <th scope="col" className={table.number}>
              Each
            </th>
            <th scope="col" className={table.number}>
              Total
            </th>
          </tr>
        </thead>
        <tbody>
          {Lines.map(({ Size, PostalClass, Sheets, Quantity, Unit, Total }) => (
            <tr key={`${Size} ${PostalClass} ${Sheets}`}>
              <td data-title>{pieceSizeLabels[Size]}</td>
              <td>{postalClassLabels[PostalClass]}</td>
              <td className={table.number} data-label="Sheets">
                {Sheets}
              </td>
              <td className={table.number} data-label="Pieces">
                {formatCount(Quantity)}
              </td>
              <td className={table.number} data-label="Each">
                {formatUnitPrice(moneyOf(Unit))}
              </td>
              <td className={table.number} data-label="Total">
                {formatTotal(moneyOf(Total))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {Uncounted > 0 && (
        <p>
          {Uncounted === 1 ? 'One letter counts' : `${formatCount(Uncounted)} letters count`} as one sheet until their
          pages are counted.
        </p>
      )}
    </>
  )
}
