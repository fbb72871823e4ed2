import { NativeSelect, type NativeSelectProps } from '@mantine/core'
import { ChoiceArrow } from './ChoiceArrow.tsx'

interface ChoiceProps extends NativeSelectProps {
  options: readonly (string | { value: string; label: string })[]
}

/** A select that starts without a selection. */
export const Choice = ({ options, ...props }: ChoiceProps) => (
  <NativeSelect
    {...props}
    data={[{ value: '', label: 'Select one' }, ...options]}
    rightSection={<ChoiceArrow />}
    rightSectionPointerEvents="none"
  />
)
