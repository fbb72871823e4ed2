import { type Erasure, erasePerson, type Person, useGetPerson } from '@app/api-client'
import { Skeleton, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ErrorNotice, statusOf } from '../components/Notices.tsx'
import { showGone } from '../components/toasts.tsx'
import { useIsMounted } from '../components/use-is-mounted.ts'
import { FormDialog } from '../edit/FormDialog.tsx'
import { useWrite } from '../edit/use-write.ts'
import { dropDrafts } from '../session/drafts.ts'
import text from '../components/text.module.css'
import styles from './PersonActions.module.css'

type Props = { id: string; onClose: () => void; onErased: () => void }

/** Shows what will be deleted. The user enters the person's email to confirm. */
export function EraseDialog({ id, onClose, onErased }: Props) {
  // Cached counts may be out of date.
  const person = useGetPerson(id, { query: { gcTime: 0 } })
  const isGone = person.isError && statusOf(person.error) === 404
  const isMounted = useIsMounted()
  const queryClient = useQueryClient()
  const leave = () => {
    if (isMounted()) onErased()
    // Removes the person's data from the app's memory and from the tab's storage.
    dropDrafts((key) => key.includes(id))
    queryClient.removeQueries({ predicate: ({ queryKey: [path] }) => String(path).includes(id), type: 'inactive' })
    // The person may appear in any list or figure, so reload everything.
    void queryClient.invalidateQueries()
  }
  useEffect(() => {
    if (!isGone) return
    showGone('person', goneText)
    leave()
    // The function belongs to this render.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isGone])
  const erase = useWrite({
    kind: 'leads',
    what: 'person',
    send: (email: string) => erasePerson(id, { email }),
    saved: erasedText,
    note: ({ isInCrm }) => (isInCrm ? 'They will be deleted in the CRM shortly.' : undefined),
    goneText,
    failed: 'Failed to erase the person',
    onGone: leave,
    show: () => {},
  })
  const email = person.data?.data.email ?? ''
  const form = useForm({
    initialValues: { typed: '' },
    // Case-insensitive, like the server's check.
    validate: {
      typed: (typed) => (typed.trim().toLowerCase() === email.toLowerCase() ? null : 'This is not this person’s email'),
    },
  })
  return (
    <FormDialog
      title="Erase this person"
      action="Erase permanently"
      color="red"
      isDirty={false}
      isSaving={erase.isPending}
      canSubmit={person.isSuccess}
      onClose={onClose}
      onSubmit={form.onSubmit(({ typed }) => erase.start(typed.trim()))}
    >
      {!isGone && <ErrorNotice title="The person’s records could not be loaded" query={person} />}
      {person.isPending && <Skeleton height={110} radius="md" role="status" aria-label="Loading" />}
      {person.data && <Records person={person.data.data} />}
      <TextInput
        label="Type this person’s email"
        autoComplete="off"
        spellCheck={false}
        maxLength={254}
        data-autofocus
        {...form.getInputProps('typed')}
      />
    </FormDialog>
  )
}

const goneText = 'Someone else just erased this person.'

const Records = ({ person }: { person: Person }) => (
  <div>
    Everything about <strong dir="auto">{person.email}</strong> will be deleted immediately. This can’t be undone:
    <ul className={styles.counts}>
      {countLines(person).map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
    {person.isInCrm && <div className={text.quiet}>Their records in the CRM are deleted too.</div>}
    {person.hasAccount && (
      <div className={text.quiet}>
        A staff account uses this email. It isn’t deleted: you can disable it under Settings.
      </div>
    )}
  </div>
)

const count = (number: number, one: string, many = `${one}s`): string[] =>
  number > 0 ? [`${number.toLocaleString('en-US')} ${number === 1 ? one : many}`] : []

/** The records that an erasure deletes, one line per kind. */
const countLines = (person: Person): string[] => [
  ...count(person.leads, 'lead'),
  ...count(person.sampleRequests, 'sample request'),
  ...count(person.timelineEntries, 'note or change on a timeline', 'notes and changes on timelines'),
  ...count(person.messages, 'message'),
  ...count(person.proofs, 'print proof'),
  ...count(person.pieces, 'piece of mail'),
  ...(person.isMember ? ['a customer account membership'] : []),
  ...(person.hasInvitation ? ['an invitation to the staff app'] : []),
]

function erasedText({ leads, sampleRequests, proofs }: Erasure): string {
  const parts = [...count(leads, 'lead'), ...count(sampleRequests, 'sample request'), ...count(proofs, 'print proof')]
  return `Person erased: ${parts.join(', ')}`
}
