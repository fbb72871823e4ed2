import { Checkbox, CheckIcon } from '@mantine/core'
import styles from './SelectBox.module.css'

type Props = {
  label: string
  isSelected: boolean
  className?: string | undefined
  /** The id of the record, if `j` and `k` focus this checkbox instead of another element of the record. */
  rowId?: string
  /** `isRange` is true if Shift was pressed, which also selects everything back to the last selected record. */
  onSelect: (isSelected: boolean, isRange: boolean) => void
}

const library = Checkbox.classes

/**
 * Selects one record of a list for bulk actions. Uses the library's class names instead of its component: a page has a
 * hundred checkboxes, and the component took a quarter of the time to show a view.
 */
export const SelectBox = ({ label, isSelected, className = '', rowId, onSelect }: Props) => (
  <div className={`mantine-Checkbox-root ${styles.box} ${className}`}>
    <input
      type="checkbox"
      aria-label={label}
      checked={isSelected}
      data-row={rowId}
      data-select
      onChange={({ currentTarget, nativeEvent }) => onSelect(currentTarget.checked, isWithShift(nativeEvent))}
      className={`mantine-Checkbox-input mantine-focus-auto ${library['input']}`}
    />
    {isSelected && <CheckIcon className={`mantine-Checkbox-icon ${library['icon']}`} />}
  </div>
)

/** A checkbox changes through a click event, even from the keyboard. */
const isWithShift = (event: Event): boolean => event instanceof MouseEvent && event.shiftKey
