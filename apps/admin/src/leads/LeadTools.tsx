import { getExportLeadsUrl, type ListLeadsParams } from '@app/api-client'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { refreshLeads } from '../cache/lead-cache.ts'
import { ExportLink } from '../list/ExportLink.tsx'
import { useIsNarrow } from '../list/use-is-narrow.ts'
import type { useTableLayout } from './lead-columns.ts'
import { TableLayoutButton } from './TableLayoutButton.tsx'

type Props = {
  /** The filters and the order of the list. */
  params: Omit<ListLeadsParams, 'limit' | 'cursor'>
  isFetching: boolean
  table: ReturnType<typeof useTableLayout>
}

/** Reloads the list, chooses its columns, and exports it. */
export function LeadTools({ params, isFetching, table }: Props) {
  const queryClient = useQueryClient()
  const isNarrow = useIsNarrow()
  const { exported: columns } = table
  return (
    <>
      <Button variant="default" loading={isFetching} onClick={() => refreshLeads(queryClient)}>
        Refresh
      </Button>
      {!isNarrow && <TableLayoutButton {...table} />}
      <ExportLink url={getExportLeadsUrl({ ...params, ...(columns && { columns }) })} />
    </>
  )
}
