import { Modal, Switch } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { goToText, screenRoutes } from '../urls/routes.ts'
import styles from './KeyboardShortcuts.module.css'
import { isTyped, stepOf, useSingleKeys } from '../components/keyboard.ts'

/** The screens, by the letter that follows `g`. */
const pathByLetter = new Map(screenRoutes.map(({ shortcut, path }) => [shortcut, path]))

const rows: { keys: string[]; meaning: string }[] = [
  { keys: ['Ctrl', 'K'], meaning: 'Search for a screen, action, or record' },
  { keys: ['/'], meaning: 'Search the list' },
  { keys: ['j', 'k'], meaning: 'Next or previous row or lead' },
  { keys: ['Enter'], meaning: 'Open the row' },
  { keys: ['x'], meaning: 'Select the row' },
  { keys: ['Shift', 'A'], meaning: 'Select or clear all rows' },
  { keys: ['a'], meaning: 'Assign the lead or the selected leads' },
  { keys: ['e'], meaning: 'Edit the stage of the lead or the selected leads' },
  { keys: ['s'], meaning: 'Plan the next step of the open lead' },
  { keys: ['n'], meaning: 'Write a note on the open lead' },
  { keys: ['r'], meaning: 'Reply by email to the open lead' },
  { keys: ['m'], meaning: 'Mark the sample request or the selected requests as processed' },
  { keys: ['p'], meaning: 'Print the labels of the selected sample requests' },
  { keys: ['t'], meaning: 'Add the tracking number of the sample request' },
  ...screenRoutes.map((route) => ({
    keys: ['g', route.shortcut],
    meaning: goToText(route) + (route.role ? ` (${route.role}s)` : ''),
  })),
  { keys: ['Ctrl', 'Enter'], meaning: 'Save a form' },
  { keys: ['Esc'], meaning: 'Close a dialog or clear the selection' },
  { keys: ['?'], meaning: 'Show this help' },
]

/** The maximum pause between `g` and the letter of a screen. */
const sequenceMs = 1500

type Props = { isHelpOpen: boolean; onHelp: () => void; onClose: () => void; onSearch: () => void }

/** Handles the single-key shortcuts, which work everywhere except in fields and dialogs, and lists them. */
export function KeyboardShortcuts({ isHelpOpen, onHelp, onClose, onSearch }: Props) {
  const navigate = useNavigate()
  const [areOn, setOn] = useSingleKeys()
  const pressedG = useRef(0)

  useEffect(() => {
    if (!areOn) return undefined
    const press = (event: KeyboardEvent) => {
      if (isTyped(event) || document.querySelector('[role="dialog"]')) return
      const step = stepOf(event.key)
      const followsG = event.timeStamp - pressedG.current < sequenceMs
      pressedG.current = event.key === 'g' ? event.timeStamp : 0
      const path = followsG ? pathByLetter.get(event.key) : undefined
      if (path) {
        // The letter may also be a shortcut of the current screen.
        event.preventDefault()
        void navigate(path)
      } else if (step) focusRow(step)
      else if (event.key === '?') onHelp()
      else if (event.key === 'x') selectRow()
      else if (event.key === 'A') selectAllRows()
      else if (event.key === '/') {
        // Otherwise, the slash would be typed into the box.
        event.preventDefault()
        document.querySelector<HTMLInputElement>('[data-search]')?.focus()
      }
    }
    // Runs before the shortcuts of the screen.
    document.addEventListener('keydown', press, { capture: true })
    return () => document.removeEventListener('keydown', press, { capture: true })
  }, [areOn, navigate, onHelp])

  // A chord is not a single key: it also works in fields and can't be turned off.
  useHotkeys([['mod+K', () => !document.querySelector('[role="dialog"]') && onSearch()]], [], true)

  return (
    <Modal
      opened={isHelpOpen}
      onClose={onClose}
      title="Keyboard shortcuts"
      closeButtonProps={{ 'aria-label': 'Close help' }}
    >
      <dl className={styles.keys}>
        {rows.map(({ keys, meaning }) => (
          <div key={meaning}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <Switch
        mt="lg"
        label="Single-key shortcuts"
        checked={areOn}
        onChange={(event) => setOn(event.currentTarget.checked)}
      />
    </Modal>
  )
}

/** Toggles the checkbox of the focused row. The row keeps the focus. */
function selectRow(): void {
  document.activeElement?.closest('tr, li')?.querySelector<HTMLInputElement>('[data-select]')?.click()
}

function selectAllRows(): void {
  const box = document.querySelector<HTMLInputElement>('[data-select-all]')
  box?.focus()
  box?.click()
}

/** Moves the focus to the next or previous row of the list on the screen. */
function focusRow(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')]
  const at = rows.findIndex((row) => row === document.activeElement)
  const next = at < 0 && step < 0 ? undefined : rows[at + step]
  next?.focus()
  next?.scrollIntoView({ block: 'nearest' })
}
