import { type Person, useErasePerson, useGetPerson } from '@app/api-client'
import { Button, Modal, Skeleton, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { DialogButtons } from '../components/DialogButtons.tsx'
import { ErrorNotice, statusOf } from '../components/ErrorNotice.tsx'
import { showRefusal } from '../components/show-refusal.ts'
import { plainTitleBar } from '../components/title-bar.ts'
import { showGone, showSaved } from '../components/toasts.tsx'
import { dropDrafts } from '../session/drafts.ts'
import { useFocusReturn } from '../components/use-focus-return.ts'
import { useOneSuccess } from '../components/use-one-at-a-time.ts'
import { countLines, erasedText, isEmailOf } from './person-display.ts'
import styles from './PersonActions.module.css'

type Props = { id: string; onClose: () => void; onErased: () => void }

/** Shows what will be deleted, and asks for the email before it is. */
export function EraseDialog({ id, onClose, onErased }: Props) {
  useFocusReturn()
  // What was counted a while ago may not be what is deleted now.
  const person = useGetPerson(id, { query: { gcTime: 0 } })
  const isGone = person.isError && statusOf(person.error) === 404
  const leave = useLeave(id, onErased)
  const told = useRef(false)
  useEffect(() => {
    if (!isGone || told.current) return
    told.current = true
    leave(true)
  }, [isGone, leave])

  return (
    <Modal
      opened
      onClose={onClose}
      title="Erase this person"
      size="lg"
      zIndex={210}
      closeButtonProps={{ 'aria-label': 'Close dialog' }}
      attributes={plainTitleBar}
    >
      {person.isError && !isGone && (
        <ErrorNotice
          title="What would be erased could not be loaded"
          error={person.error}
          onRetry={() => void person.refetch()}
          isRetrying={person.isFetching}
        />
      )}
      {person.isPending && <Skeleton height={180} radius="md" role="status" aria-label="Loading" />}
      {person.isSuccess && <Question id={id} person={person.data.data} onClose={onClose} onLeave={leave} />}
    </Modal>
  )
}

/** Leaves what showed the person. `byOther`: somebody else was faster. */
function useLeave(id: string, onErased: () => void) {
  const queryClient = useQueryClient()
  return (byOther: boolean) => {
    if (byOther) showGone('person', 'Somebody else has just erased this person.')
    onErased()
    // Nothing about them stays in the memory of the app or its tab.
    dropDrafts((key) => key.includes(id))
    queryClient.removeQueries({ predicate: ({ queryKey: [path] }) => String(path).includes(id), type: 'inactive' })
    // They may be in any list and figure, and this code knows none of them.
    void queryClient.invalidateQueries()
  }
}

type QuestionProps = { id: string; person: Person; onClose: () => void; onLeave: (byOther: boolean) => void }

function Question({ id, person, onClose, onLeave }: QuestionProps) {
  const [typed, setTyped] = useState('')
  const [isRefused, setRefused] = useState(false)
  const write = useOneSuccess()
  const erase = useErasePerson({
    mutation: {
      onSuccess({ data }) {
        showSaved(erasedText(data), undefined, data.isInCrm ? 'They are deleted in the CRM in a moment.' : undefined)
        onLeave(false)
      },
      onError(error) {
        if (statusOf(error) === 404) return onLeave(true)
        showRefusal(error, 'Failed to erase the person')
      },
    },
  })
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    const isRight = isEmailOf(person, typed)
    setRefused(!isRight)
    if (isRight) write(() => erase.mutateAsync({ id, data: { email: typed.trim() } }))
  }
  // The question has come into the dialog after its focus was set.
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])

  return (
    <form noValidate onSubmit={submit}>
      <p>
        Everything about <strong dir="auto">{person.email}</strong> is deleted at once. This cannot be undone:
      </p>
      <ul className={styles.counts}>
        {countLines(person).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {person.isInCrm && <p className={styles.quiet}>What was synced to the CRM is deleted there, too.</p>}
      {person.hasAccount && (
        <p className={styles.quiet}>
          A member of staff has this email. Their account stays: disable it under Settings.
        </p>
      )}
      <TextInput
        label="Type the email of this person"
        autoComplete="off"
        spellCheck={false}
        ref={field}
        maxLength={254}
        value={typed}
        error={isRefused && 'This is not this person’s email'}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setRefused(false)
        }}
      />
      <DialogButtons>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" color="red" loading={erase.isPending}>
          Erase for good
        </Button>
      </DialogButtons>
    </form>
  )
}
