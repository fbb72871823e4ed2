import { useListLeads } from '@app/api-client'
import { Modal, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useHasRole } from '../session/use-has-role.ts'
import styles from './CommandPalette.module.css'
import { type Command, commandsFor } from './command-list.ts'
import { ScreenIcon } from './ScreenIcon.tsx'
import { plainTitleBar } from './title-bar.ts'

/** How long typing has to pause before a request is sent. */
const pauseMs = 200
/** Shorter texts match nearly every lead. */
const minCharacters = 2
const maxLeads = 6

type Props = { text: string; onText: (text: string) => void; onClose: () => void }

/** Finds screens, views, actions and leads by typing. The arrow keys select an entry, and Enter opens it. */
export function CommandPalette({ text, onText, onClose }: Props) {
  const navigate = useNavigate()
  const hasRole = useHasRole()
  const listId = useId()
  const [chosen, setChosen] = useState(0)
  const leads = useLeadCommands(text.trim())
  const commands = [...commandsFor(text, hasRole), ...leads.commands]
  const at = Math.min(chosen, commands.length - 1)

  const go = (command: Command | undefined) => {
    if (!command) return
    onClose()
    void navigate(command.to)
  }
  const press = (event: React.KeyboardEvent) => {
    if (event.key === 'Enter') go(commands[at])
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined || commands.length === 0) return
    event.preventDefault()
    setChosen((at + step + commands.length) % commands.length)
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title="Search"
      closeButtonProps={{ 'aria-label': 'Close search' }}
      attributes={plainTitleBar}
    >
      <TextInput
        role="combobox"
        aria-label="Command or lead"
        aria-expanded={commands.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={commands[at] && `${listId}-${commands[at].id}`}
        placeholder="A screen, an action, or a lead’s name, email or company"
        maxLength={200}
        autoComplete="off"
        data-autofocus
        value={text}
        onChange={(event) => {
          onText(event.currentTarget.value)
          setChosen(0)
        }}
        onKeyDown={press}
      />
      <ul id={listId} role="listbox" aria-label="Commands" className={styles.list}>
        {commands.map((command, index) => (
          // The field keeps the focus and handles the keys; an option only handles the pointer.
          <li
            key={command.id}
            id={`${listId}-${command.id}`}
            role="option"
            aria-selected={index === at}
            className={styles.command}
            onPointerMove={() => setChosen(index)}
            onClick={() => go(command)}
          >
            <span className={styles.label} dir="auto">
              {command.icon && <ScreenIcon path={command.icon} />}
              {command.label}
            </span>
            {command.hint && <span className={styles.hint}>{command.hint}</span>}
          </li>
        ))}
      </ul>
      <p role="status" className={styles.state}>
        {stateText(commands.length, leads)}
      </p>
    </Modal>
  )
}

function stateText(count: number, { isAsking, isError }: { isAsking: boolean; isError: boolean }): string {
  if (isAsking) return 'Searching leads…'
  if (isError) return 'Leads could not be searched'
  return count === 0 ? 'Nothing found' : ''
}

function useLeadCommands(text: string) {
  const [q] = useDebouncedValue(text, pauseMs)
  const isWanted = text.length >= minCharacters
  const leads = useListLeads(
    { q, limit: maxLeads },
    { query: { enabled: q.length >= minCharacters, placeholderData: keepPreviousData } },
  )
  const found = isWanted ? (leads.data?.data ?? []) : []
  return {
    isAsking: isWanted && (q !== text || leads.isFetching),
    isError: isWanted && leads.isError,
    commands: found.map(({ id, firstName, lastName, email, company }): Command => ({
      id,
      label: [firstName, lastName].filter(Boolean).join(' ') || email,
      hint: [company, email].filter(Boolean).join(' · '),
      to: `/?lead=${id}`,
    })),
  }
}
