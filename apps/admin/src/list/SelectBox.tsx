import { Checkbox } from '@mantine/core'

type Props = {
  label: string
  isSelected: boolean
  className?: string | undefined
  /** With Shift held: also those between it and the one chosen before. */
  onSelect: (isSelected: boolean, isRange: boolean) => void
}

/** Chooses one record of a list for what can be done with several. */
export const SelectBox = ({ label, isSelected, className, onSelect }: Props) => (
  <Checkbox
    aria-label={label}
    checked={isSelected}
    data-row
    onChange={({ currentTarget, nativeEvent }) => onSelect(currentTarget.checked, isWithShift(nativeEvent))}
    className={className ?? ''}
  />
)

/** A checkbox changes by a click, whatever it was pressed by. */
const isWithShift = (event: Event): boolean => event instanceof MouseEvent && event.shiftKey
