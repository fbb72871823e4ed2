import { Checkbox, CheckIcon } from '@mantine/core'
import styles from './SelectBox.module.css'

type Props = {
  label: string
  isSelected: boolean
  className?: string | undefined
  /** Whether `j` and `k` move to it. Not where something else of the record has the focus. */
  isRow?: boolean
  /** `isRange` is true if Shift was held: it also selects everything back to the last selected record. */
  onSelect: (isSelected: boolean, isRange: boolean) => void
}

const library = Checkbox.classes

/**
 * Selects one record of a list for bulk actions. It has the looks of the library's checkbox: a page has a hundred of them,
 * and the component itself took a quarter of the time to show a view.
 */
export const SelectBox = ({ label, isSelected, className = '', isRow = true, onSelect }: Props) => (
  <div className={`mantine-Checkbox-root ${styles.box} ${className}`}>
    <input
      type="checkbox"
      aria-label={label}
      checked={isSelected}
      data-row={isRow || undefined}
      data-select
      onChange={({ currentTarget, nativeEvent }) => onSelect(currentTarget.checked, isWithShift(nativeEvent))}
      className={`mantine-Checkbox-input mantine-focus-auto ${library['input']}`}
    />
    {isSelected && <CheckIcon className={`mantine-Checkbox-icon ${library['icon']}`} />}
  </div>
)

/** A checkbox changes by a click event, even from the keyboard. */
const isWithShift = (event: Event): boolean => event instanceof MouseEvent && event.shiftKey
