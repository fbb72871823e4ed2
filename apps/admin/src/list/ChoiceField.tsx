import { Button, Checkbox, Popover, Stack } from '@mantine/core'
import { useState } from 'react'
import styles from './ChoiceField.module.css'
import { choicesOf, type Option, withChoice } from './choices.ts'

type Props = {
  label: string
  options: readonly Option[]
  /** The chosen values, as in the URL. */
  value: string
  onChange: (value: string) => void
}

/** A filter that takes several values, behind a button that shows their number. */
export function ChoiceField({ label, options, value, onChange }: Props) {
  // The URL updates a moment later, so a second press must start from the pending value.
  const [text, setText] = useState(value)
  const [known, setKnown] = useState(value)
  if (known !== value) {
    setKnown(value)
    setText(value)
  }
  const chosen = choicesOf(text)
  const choose = (option: string, isChosen: boolean) => {
    const next = withChoice(chosen, option, isChosen)
    setText(next)
    onChange(next)
  }
  return (
    <Popover position="bottom-start" trapFocus returnFocus withRoles={false}>
      <Popover.Target>
        <Button
          variant="default"
          size="compact-sm"
          aria-haspopup="dialog"
          rightSection={<span aria-hidden className={styles.arrow} />}
          className={styles.button}
        >
          {label} {chosen.length > 0 && <span className={styles.count}>{chosen.length}</span>}
        </Button>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={label} className={styles.choices}>
        {options.length === 0 && 'No options'}
        <Stack gap="sm">
          {options.map((option) => (
            <Checkbox
              key={option.value}
              // 24 px, the smallest target of WCAG 2.5.8 that needs no spacing.
              size="md"
              label={
                <>
                  {option.label} {option.hint && <span className={styles.hint}>{option.hint}</span>}
                </>
              }
              checked={chosen.includes(option.value)}
              onChange={(event) => choose(option.value, event.currentTarget.checked)}
            />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
