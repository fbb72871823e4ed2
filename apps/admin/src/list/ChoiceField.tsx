import { Button, Checkbox, Popover, Stack } from '@mantine/core'
import styles from './ChoiceField.module.css'
import type { Option } from './FilterBar.tsx'

type Props = {
  label: string
  options: readonly Option[]
  chosen: readonly string[]
  onChoose: (value: string, isChosen: boolean) => void
}

/** A filter that takes several values, behind a button that says how many it has. */
export const ChoiceField = ({ label, options, chosen, onChoose }: Props) => (
  <Popover position="bottom-start" trapFocus returnFocus withRoles={false}>
    <Popover.Target>
      <Button
        variant="default"
        size="compact-md"
        aria-haspopup="dialog"
        rightSection={<span aria-hidden className={styles.arrow} />}
        className={styles.button}
      >
        {label} {chosen.length > 0 && <span className={styles.count}>{chosen.length}</span>}
      </Button>
    </Popover.Target>
    <Popover.Dropdown role="dialog" aria-label={label} className={styles.choices}>
      {options.length === 0 && 'Nothing to choose from'}
      <Stack gap="sm">
        {options.map(({ value, label: text, hint }) => (
          <Checkbox
            key={value}
            label={
              <>
                {text} {hint && <span className={styles.hint}>{hint}</span>}
              </>
            }
            checked={chosen.includes(value)}
            onChange={(event) => onChoose(value, event.currentTarget.checked)}
          />
        ))}
      </Stack>
    </Popover.Dropdown>
  </Popover>
)
