import { NativeSelect, type NativeSelectProps } from '@mantine/core'
import styles from './Form.module.css'

interface ChoiceProps extends NativeSelectProps {
  options: readonly (string | { value: string; label: string })[]
}

/** The library's own arrow has no name and is not hidden from screen readers. */
const arrow = (
  <svg viewBox="0 0 15 15" className={styles.arrow} aria-hidden="true">
    <path d="M4 6l3.500 3.500L11 6" />
  </svg>
)

/** A list to choose from, with nothing chosen at first. */
export const Choice = ({ options, ...props }: ChoiceProps) => (
  <NativeSelect
    {...props}
    data={[{ value: '', label: 'Select one' }, ...options]}
    rightSection={arrow}
    rightSectionPointerEvents="none"
  />
)
