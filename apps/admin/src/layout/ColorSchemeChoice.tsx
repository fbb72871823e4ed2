import { type MantineColorScheme, SegmentedControl, useMantineColorScheme } from '@mantine/core'
import styles from './ColorSchemeChoice.module.css'

const schemes: { value: MantineColorScheme; label: string }[] = [
  { value: 'auto', label: 'Auto' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]

export function ColorSchemeChoice() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <SegmentedControl<MantineColorScheme>
      aria-label="Color scheme"
      data={schemes}
      value={colorScheme}
      onChange={setColorScheme}
      size="xs"
      fullWidth
      classNames={styles}
    />
  )
}
