import type { Usage } from '@app/api-client'
import { pieceSizeLabels, postalClassLabels } from '@app/labels'
import { formatCount, formatTotal, formatUnitPrice, moneyOf } from '@app/pricing'
import { DataTable } from '../area/DataTable.tsx'
import table from '../area/Table.module.css'

/** The month's pieces and prices by kind. */
export function UsageLines({ usage: { Lines, Uncounted } }: { usage: Usage }) {
  if (Lines.length === 0) return null
  return (
    <>
      <DataTable
        label="Pieces by kind"
        heads={['Kind', 'Class', 'Sheets', 'Pieces', 'Each', 'Total']}
        numbers={['Sheets', 'Pieces', 'Each', 'Total']}
      >
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
      </DataTable>
      {Uncounted > 0 && (
        <p>
          {Uncounted === 1 ? 'One letter counts' : `${formatCount(Uncounted)} letters each count`} as one sheet until
          the pages are counted.
        </p>
      )}
    </>
  )
}
