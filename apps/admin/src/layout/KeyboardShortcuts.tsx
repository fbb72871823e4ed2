import { Modal, Switch } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { paths } from '../paths.ts'
import styles from './KeyboardShortcuts.module.css'
import { isTyped, stepOf, useSingleKeys } from './single-keys.ts'
import { plainTitleBar } from './title-bar.ts'

/** After `g`, the letter of a screen. */
const screenByLetter: Record<string, string> = {
  d: paths.dashboard,
  s: paths.samples,
  p: paths.pricing,
  a: paths.account,
  o: paths.settings,
}

const rows: { keys: string[]; meaning: string }[] = [
  { keys: ['Ctrl', 'K'], meaning: 'Find a screen, an action or a lead' },
  { keys: ['/'], meaning: 'Search the list' },
  { keys: ['j', 'k'], meaning: 'Next or previous row, or lead' },
  { keys: ['Enter'], meaning: 'Open the row' },
  { keys: ['g', 'd'], meaning: 'Go to Dashboard' },
  { keys: ['g', 's'], meaning: 'Go to Sample Management' },
  { keys: ['g', 'p'], meaning: 'Go to Pricing Management' },
  { keys: ['g', 'a'], meaning: 'Go to Your account' },
  { keys: ['g', 'o'], meaning: 'Go to Settings (owners)' },
  { keys: ['Ctrl', 'Enter'], meaning: 'Save a form' },
  { keys: ['Esc'], meaning: 'Close a dialog' },
  { keys: ['?'], meaning: 'Show this help' },
]

/** How long `g` waits for its letter. */
const sequenceMs = 1500

type Props = { isHelpOpen: boolean; onHelp: () => void; onClose: () => void; onFind: () => void }

/** Single keys that work anywhere but in fields and dialogs. */
export function KeyboardShortcuts({ isHelpOpen, onHelp, onClose, onFind }: Props) {
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
      const screen = followsG ? screenByLetter[event.key] : undefined
      if (screen) void navigate(screen)
      else if (step) focusRow(step)
      else if (event.key === '?') onHelp()
      else if (event.key === '/') {
        // Or the slash would be typed into the box.
        event.preventDefault()
        document.querySelector<HTMLInputElement>('[data-search]')?.focus()
      }
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [areOn, navigate, onHelp])

  useEffect(() => {
    // With a key held it is no single key: it works in fields too, and cannot be turned off.
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== 'k') return
      // Browsers take it for their own search.
      event.preventDefault()
      if (!document.querySelector('[role="dialog"]')) onFind()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [onFind])

  return (
    <Modal
      opened={isHelpOpen}
      onClose={onClose}
      title="Keyboard shortcuts"
      closeButtonProps={{ 'aria-label': 'Close help' }}
      attributes={plainTitleBar}
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

/** Goes to the next or the last row of the list that is shown. */
function focusRow(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')]
  const at = rows.findIndex((row) => row === document.activeElement)
  const next = at < 0 && step < 0 ? undefined : rows[at + step]
  next?.focus()
  next?.scrollIntoView({ block: 'nearest' })
}
