import { Button, Checkbox, Popover, SegmentedControl, Stack } from '@mantine/core'
import { type Density, optionalColumns, type TableLook } from './lead-columns.ts'

const densities: { value: Density; label: string }[] = [
  { value: 'comfortable', label: 'Comfortable' },
  { value: 'compact', label: 'Compact' },
]

type Props = { look: TableLook; onChange: (look: TableLook) => void }

/** Which columns the table has, and how close its rows stand. */
export function TableLookButton({ look, onChange }: Props) {
  const show = (column: string, isShown: boolean) => {
    const others = look.hidden.filter((name) => name !== column)
    onChange({ ...look, hidden: isShown ? others : [...others, column] })
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
          {optionalColumns.map((column) => (
            <Checkbox
              key={column}
              label={column}
              checked={!look.hidden.includes(column)}
              onChange={(event) => show(column, event.currentTarget.checked)}
            />
          ))}
          <SegmentedControl
            aria-label="Row height"
            data={densities}
            value={look.density}
            onChange={(density) => onChange({ ...look, density })}
          />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
