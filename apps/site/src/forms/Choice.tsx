import { NativeSelect, type NativeSelectProps } from '@mantine/core'
import { ChoiceArrow } from './ChoiceArrow.tsx'

interface ChoiceProps extends NativeSelectProps {
  options: readonly (string | { value: string; label: string })[]
}

/** A select with no option selected at first. */
export const Choice = ({ options, ...props }: ChoiceProps) => (
  <NativeSelect
    {...props}
    data={[{ value: '', label: 'Select one' }, ...options]}
    rightSection={<ChoiceArrow />}
    rightSectionPointerEvents="none"
  />
)
