import { NativeSelect, type NativeSelectProps } from '@mantine/core'
import { ChoiceArrow } from './ChoiceArrow.tsx'

interface ChoiceProps extends NativeSelectProps {
  options: readonly (string | { value: string; label: string })[]
  /** Text of the empty option. */
  none?: string
}

/** A select that starts without a selection. */
export const Choice = ({ options, none = 'Select one', ...props }: ChoiceProps) => (
  <NativeSelect
    {...props}
    data={[{ value: '', label: none }, ...options]}
    rightSection={<ChoiceArrow />}
    rightSectionPointerEvents="none"
  />
)
