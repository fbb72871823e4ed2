import { Modal, TextInput } from '@mantine/core'
import { useEffect, useId, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useHasRole } from '../session/use-staff.ts'
import styles from './CommandPalette.module.css'
import { type Command, commandsFor } from './command-list.ts'
import { ScreenIcon } from './ScreenIcon.tsx'
import { useActions } from './use-actions.ts'
import { useRecordCommands } from './use-record-commands.ts'

type Props = { text: string; onText: (text: string) => void; onClose: () => void }

/**
 * Finds screens, views, actions, and records as the user types. The arrow keys select an entry and Enter opens it. If
 * Enter is pressed before the search for records has finished, the first result opens.
 */
export function CommandPalette({ text, onText, onClose }: Props) {
  const navigate = useNavigate()
  const hasRole = useHasRole()
  const listId = useId()
  const [chosen, setChosen] = useState(0)
  const [isEntered, setEntered] = useState(false)
  const records = useRecordCommands(text.trim())
  const commands = [...commandsFor(text.trim(), hasRole, useActions()), ...records.commands]
  const at = Math.min(chosen, commands.length - 1)

  const go = (command: Command | undefined) => {
    if (!command) return
    onClose()
    if (typeof command.to === 'string') void navigate(command.to)
    else command.to()
  }
  const first = isEntered && !records.isSearching ? commands[0] : undefined
  useEffect(() => {
    if (first) go(first)
  })
  const press = (event: React.KeyboardEvent) => {
    if (event.key === 'Enter') {
      go(commands[at])
      setEntered(commands.length === 0 && records.isSearching)
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined || commands.length === 0) return
    event.preventDefault()
    setChosen((at + step + commands.length) % commands.length)
  }
  return (
    <Modal opened onClose={onClose} title="Search" closeButtonProps={{ 'aria-label': 'Close search' }}>
      <TextInput
        role="combobox"
        aria-label="Command or record"
        aria-expanded={commands.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={commands[at] && `${listId}-${commands[at].id}`}
        placeholder="Screen, action, or record"
        maxLength={200}
        autoComplete="off"
        data-autofocus
        value={text}
        onChange={(event) => {
          onText(event.currentTarget.value)
          setChosen(0)
          setEntered(false)
        }}
        onKeyDown={press}
      />
      <Options id={listId} commands={commands} at={at} onPoint={setChosen} onChoose={go} />
      <p role="status" className={styles.state}>
        {stateText(commands.length, records)}
      </p>
    </Modal>
  )
}

type OptionsProps = {
  id: string
  commands: readonly Command[]
  at: number
  onPoint: (index: number) => void
  onChoose: (command: Command) => void
}

const Options = ({ id, commands, at, onPoint, onChoose }: OptionsProps) => (
  <ul id={id} role="listbox" aria-label="Commands" className={styles.list}>
    {commands.map((command, index) => (
      // The field keeps the focus and handles the keys; options only handle the pointer.
      <li
        key={command.id}
        id={`${id}-${command.id}`}
        role="option"
        aria-selected={index === at}
        className={styles.command}
        onPointerMove={() => onPoint(index)}
        onClick={() => onChoose(command)}
      >
        <span className={styles.label} dir="auto">
          {command.icon && <ScreenIcon path={command.icon} />}
          {command.label}
        </span>
        {command.hint && <span className={styles.hint}>{command.hint}</span>}
      </li>
    ))}
  </ul>
)

function stateText(count: number, { isSearching, isError }: { isSearching: boolean; isError: boolean }): string {
  if (isSearching) return 'Searching…'
  if (isError) return 'Some results could not be loaded'
  return count === 0 ? 'No results' : ''
}
