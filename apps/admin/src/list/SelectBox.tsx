import { Checkbox } from '@mantine/core'

type Props = {
  label: string
  isSelected: boolean
  className?: string | undefined
  /** Whether `j` and `k` move to it. Not where something else of the record has the focus. */
  isRow?: boolean
  /** `isRange` is true if Shift was held: it also selects everything back to the last selected record. */
  onSelect: (isSelected: boolean, isRange: boolean) => void
}

/** Selects one record of a list for bulk actions. */
export const SelectBox = ({ label, isSelected, className, isRow = true, onSelect }: Props) => (
  <Checkbox
    // 24 px, the smallest target of WCAG 2.5.8 that needs no spacing to others.
    size="md"
    aria-label={label}
    checked={isSelected}
    data-row={isRow || undefined}
    data-select
    onChange={({ currentTarget, nativeEvent }) => onSelect(currentTarget.checked, isWithShift(nativeEvent))}
    className={className ?? ''}
  />
)

/** A checkbox changes by a click event, even from the keyboard. */
const isWithShift = (event: Event): boolean => event instanceof MouseEvent && event.shiftKey
