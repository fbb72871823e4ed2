import { Button, Checkbox, Popover, SegmentedControl, Stack } from '@mantine/core'
import { columnText, type Density, optionalColumns, type useTableLayout } from './lead-columns.ts'

const densities: { value: Density; label: string }[] = [
  { value: 'comfortable', label: 'Comfortable' },
  { value: 'compact', label: 'Compact' },
]

type Props = Pick<ReturnType<typeof useTableLayout>, 'columns' | 'layout' | 'isWork' | 'setLayout'>

/** Chooses the columns and row height of the table. */
export function TableLayoutButton({ columns, layout, isWork, setLayout }: Props) {
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
