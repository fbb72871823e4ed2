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
import { useMode } from '../area/address.ts'
import { type Column, DataTable } from '../area/DataTable.tsx'
import table from '../area/Table.module.css'
import { Empty } from '../area/Empty.tsx'
import { StateText } from '../area/StateText.tsx'
import { formatMonth } from '../area/Time.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { useToastedAction } from '../../forms/use-action.ts'
import { AreaSection } from '../area/AreaSection.tsx'
import { SmallButton } from '../area/SmallButton.tsx'

export function StatementsScreen() {
  const mode = useMode()
  const query = useListStatements()
  return (
    <AreaSection id="statements" title="By month">
      <p>
        You get a statement for each month with live pieces, for your records and your invoice.
        {mode === 'test' && ' Test pieces are not charged, so they never appear here.'}
      </p>
      <Loaded query={query} what="your statements">
        {(statements) => (
          <DataTable
            label="Statements"
            columns={columns}
            rows={statements}
            keyOf={({ month }) => month}
            empty={
              <Empty title="No statements yet">
                <p>Your first statement starts with your first live piece.</p>
              </Empty>
            }
          />
        )}
      </Loaded>
    </AreaSection>
  )
}

const columns: readonly Column<Statement>[] = [
  { head: 'Month', cell: ({ month }) => formatMonth(month) },
  { head: 'Pieces', isLabeled: true, className: table.number, cell: ({ pieces }) => formatCount(pieces) },
  { head: 'Total', isLabeled: true, className: table.number, cell: ({ total }) => formatTotal(moneyOf(total)) },
  {
    head: 'Status',
    cell: ({ isFinal }) => (
      <StateText tone={isFinal ? 'good' : 'waiting'}>{isFinal ? 'Final' : 'Not final yet'}</StateText>
    ),
  },
  {
    head: 'Files',
    className: table.actions,
    cell: ({ month }) => (
      <>
        <Download url={getExportStatementUrl(month)} label={`CSV for ${formatMonth(month)}`}>
          CSV
        </Download>
        <Download url={getGetStatementPdfUrl(month)} label={`PDF for ${formatMonth(month)}`}>
          PDF
        </Download>
      </>
    ),
  },
]

/** Saves a file. Checks the session first, because without one the browser would save the error response. */
function Download({ url, label, children }: { url: string; label: string; children: string }) {
  const queryClient = useQueryClient()
  const { act, isBusy } = useToastedAction(async () => {
    const queryKey = getGetCurrentMemberQueryKey()
    await queryClient.fetchQuery({ queryKey, queryFn: ({ signal }) => getCurrentMember({ signal }), staleTime: 0 })
    Object.assign(document.createElement('a'), { href: apiUrl(url), download: '' }).click()
  })
  return (
    <SmallButton aria-label={label} isBusy={isBusy} onClick={act}>
      {children}
    </SmallButton>
  )
}
