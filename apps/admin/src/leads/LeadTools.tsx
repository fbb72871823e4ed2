import { getExportLeadsUrl, type ListLeadsParams } from '@app/api-client'
import { Button, Checkbox, Popover, SegmentedControl, Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { refreshLeads } from '../cache/lead-cache.ts'
import { ExportLink } from '../list/ExportLink.tsx'
import { useIsNarrow } from '../list/use-is-narrow.ts'
import { columnText, type Density, optionalColumns, type useTableLayout } from './lead-columns.ts'

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

const densities: { value: Density; label: string }[] = [
  { value: 'comfortable', label: 'Comfortable' },
  { value: 'compact', label: 'Compact' },
]

type LayoutProps = Pick<ReturnType<typeof useTableLayout>, 'columns' | 'layout' | 'isWork' | 'setLayout'>

/** Chooses the columns and row height of the table. */
function TableLayoutButton({ columns, layout, isWork, setLayout }: LayoutProps) {
  const show = (column: string, isShown: boolean) => {
    const others = layout.hidden.filter((name) => name !== column)
    setLayout({ ...layout, hidden: isShown ? others : [...others, column] })
  }
  return (
    <Popover position="bottom-end" trapFocus returnFocus withRoles={false}>
      <Popover.Target>
        <Button variant="default" aria-haspopup="dialog">
          Columns
        </Button>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label="Columns and row height">
        <Stack gap="sm">
          {optionalColumns({ columns }).map((column) => (
            <Checkbox
              key={column}
              label={columnText(column, isWork)}
              checked={!layout.hidden.includes(column)}
              onChange={(event) => show(column, event.currentTarget.checked)}
            />
          ))}
          <SegmentedControl
            aria-label="Row height"
            data={densities}
            value={layout.density}
            onChange={(density) => setLayout({ ...layout, density })}
          />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
