import {
  apiUrl,
  getCurrentMember,
  getExportStatementUrl,
  getGetCurrentMemberQueryKey,
  getGetStatementPdfUrl,
  type Statement,
  useListStatements,
} from '@app/api-client'
import { formatCount, formatTotal, moneyOf } from '@app/pricing'
import { useQueryClient } from '@tanstack/react-query'
import { useToasts } from '../../toasts/toasts.ts'
import { useMode } from '../area/address.ts'
import area from '../area/Area.module.css'
import controls from '../area/Controls.module.css'
import { DataTable } from '../area/DataTable.tsx'
import table from '../area/Table.module.css'
import { Empty, Loaded } from '../area/Loaded.tsx'
import { reasonOf } from '../area/reason.ts'
import { StateText } from '../area/StateText.tsx'
import { formatMonth } from '../area/Time.tsx'
import { useAction } from '../area/use-action.ts'

/** What each month cost. */
export function StatementsScreen() {
  const mode = useMode()
  const query = useListStatements()
  return (
    <section aria-labelledby="statements" className={area.section}>
      <h2 id="statements" tabIndex={-1}>
        By month
      </h2>
      <p>
        One for each month with live pieces, for your records and your invoice.
        {mode === 'test' && ' Test pieces are not charged, so they are on none of these.'}
      </p>
      <Loaded query={query} what="your statements">
        {(statements) =>
          statements.length === 0 ? (
            <Empty title="No statements yet">
              <p>The first one begins with your first live piece.</p>
            </Empty>
          ) : (
            <StatementTable statements={statements} />
          )
        }
      </Loaded>
    </section>
  )
}

const StatementTable = ({ statements }: { statements: readonly Statement[] }) => (
  <DataTable label="Statements" heads={['Month', 'Pieces', 'Total', 'State', 'Files']} numbers={['Pieces', 'Total']}>
    {statements.map(({ month, pieces, total, isFinal }) => (
      <tr key={month}>
        <td data-title>{formatMonth(month)}</td>
        <td className={table.number} data-label="Pieces">
          {formatCount(pieces)}
        </td>
        <td className={table.number} data-label="Total">
          {formatTotal(moneyOf(total))}
        </td>
        <td>
          <StateText tone={isFinal ? 'good' : 'waiting'}>{isFinal ? 'Final' : 'Not final yet'}</StateText>
        </td>
        <td className={table.actions}>
          <Download url={getExportStatementUrl(month)} label={`CSV of ${formatMonth(month)}`}>
            CSV
          </Download>
          <Download url={getGetStatementPdfUrl(month)} label={`PDF of ${formatMonth(month)}`}>
            PDF
          </Download>
        </td>
      </tr>
    ))}
  </DataTable>
)

/** Saves a file. The session is checked first, because the browser would otherwise save the response to a signed-out request. */
function Download({ url, label, children }: { url: string; label: string; children: string }) {
  const queryClient = useQueryClient()
  const { showError } = useToasts()
  const { act, isBusy } = useAction(async () => {
    try {
      const queryKey = getGetCurrentMemberQueryKey()
      await queryClient.fetchQuery({ queryKey, queryFn: ({ signal }) => getCurrentMember({ signal }), staleTime: 0 })
      Object.assign(document.createElement('a'), { href: apiUrl(url), download: '' }).click()
    } catch (error) {
      showError(reasonOf(error))
    }
  })
  return (
    <button type="button" className={controls.small} aria-label={label} aria-disabled={isBusy} onClick={act}>
      {children}
    </button>
  )
}
