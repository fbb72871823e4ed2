import {
  type AccountKey,
  type AccountKeyWithSecret,
  useListKeys,
  type KeyRotationInput,
  useRotateKey,
  useRevokeKey,
} from '@app/api-client'
import { keyScopeLabels, keyStateLabels } from '@app/labels'
import { Loaded } from '../../components/Loaded.tsx'
import buttons from '../../components/buttons.module.css'
import fields from '../../forms/Field.module.css'
import { Select } from '../../forms/Select.tsx'
import { useAddress } from '../area/address.ts'
import { AreaSection } from '../area/AreaSection.tsx'
import { type Column, DataTable } from '../area/DataTable.tsx'
import { FormDialog, Question } from '../area/Dialog.tsx'
import { Empty } from '../area/Empty.tsx'
import { useShowSecret } from '../area/shown-secret.ts'
import { SmallButton } from '../area/SmallButton.tsx'
import { StateText } from '../area/StateText.tsx'
import { Time } from '../area/Time.tsx'
import { useForm } from '../../forms/use-form.ts'
import { KeyDialog } from './KeyDialog.tsx'

/** The keys of one mode. The URL says which dialog is open, and for which key. */
export function KeysScreen() {
  const { mode, open } = useAddress()
  const query = useListKeys({ mode })
  return (
    <AreaSection
      id="keys"
      title={mode === 'test' ? 'Test keys' : 'Live keys'}
      action={
        <button type="button" className={buttons.primary} onClick={() => open({ open: 'new' })}>
          Create Key
        </button>
      }
    >
      <p>
        {mode === 'test'
          ? 'A test key checks pieces like a live one but only simulates mailing them.'
          : 'A live key prints and mails what your app sends, and each piece is charged.'}
      </p>
      <Loaded query={query} what="your keys">
        {(keys) => (
          <>
            <DataTable
              label="Keys"
              columns={columns}
              rows={keys}
              keyOf={({ id }) => id}
              renderActions={(key) => <Actions shown={key} />}
              empty={
                <Empty title={mode === 'test' ? 'No test keys yet' : 'No live keys yet'}>
                  <p>Your app sends its key with every call.</p>
                </Empty>
              }
            />
            <Dialogs keys={keys} />
          </>
        )}
      </Loaded>
    </AreaSection>
  )
}

function Dialogs({ keys }: { keys: readonly AccountKey[] }) {
  const { params, close } = useAddress()
  const showSecret = useShowSecret()
  const open = params.get('open')
  const chosen = keys.find(({ id, state }) => id === params.get('key') && state === 'active')
  const finish = ({ key, secret }: AccountKeyWithSecret) => {
    close()
    showSecret({
      title: `Key “${key.name}”`,
      label: key.mode === 'test' ? 'Your test key' : 'Your live key',
      secret,
      children: (
        <p>
          Your app sends it as <code>Authorization: Bearer</code>. Keep it out of source code and web pages.
        </p>
      ),
    })
  }
  if (open === 'new') return <KeyDialog onCreated={finish} onClose={close} />
  if (!chosen) return null
  if (open === 'edit') return <KeyDialog key={chosen.id} edited={chosen} onCreated={finish} onClose={close} />
  if (open === 'rotate') return <RotateDialog rotated={chosen} onCreated={finish} onClose={close} />
  return open === 'revoke' ? <RevokeQuestion revoked={chosen} onClose={close} /> : null
}

const columns: readonly Column<AccountKey>[] = [
  { head: 'Name', cell: ({ name }) => name },
  { head: 'Key', cell: ({ prefix }) => <code>{prefix}…</code> },
  { head: 'Scopes', cell: ({ scopes }) => scopes.map((scope) => keyScopeLabels[scope]).join(', ') },
  { head: 'Status', cell: (key) => <KeyState shown={key} /> },
  { head: 'Created', isLabeled: true, cell: ({ createdAt }) => <Time at={createdAt} /> },
  { head: 'Last used', isLabeled: true, cell: ({ lastUsedAt }) => <Time at={lastUsedAt} or="Never" /> },
]

function Actions({ shown: { id, name, state, expiresAt } }: { shown: AccountKey }) {
  const { open } = useAddress()
  if (state !== 'active') return null
  const action = (verb: 'edit' | 'rotate' | 'revoke', text: string) => (
    <SmallButton aria-label={`${text} ${name}`} onClick={() => open({ open: verb, key: id })}>
      {text}
    </SmallButton>
  )
  return (
    <>
      {action('edit', 'Edit')}
      {expiresAt === null && action('rotate', 'Rotate')}
      {action('revoke', 'Revoke')}
    </>
  )
}

function KeyState({ shown: { state, expiresAt, revokedAt, revokedBy } }: { shown: AccountKey }) {
  if (state === 'active' && expiresAt !== null) {
    return (
      <StateText tone="waiting">
        Works until <Time at={expiresAt} />
      </StateText>
    )
  }
  if (state === 'revoked' && revokedAt !== null) {
    return (
      <StateText tone="off">
        Revoked <Time at={revokedAt} /> {revokedBy !== null && `by ${revokedBy}`}
      </StateText>
    )
  }
  return <StateText tone={state === 'active' ? 'good' : 'off'}>{keyStateLabels[state]}</StateText>
}

const overlaps: readonly { hours: KeyRotationInput['overlapHours']; text: string }[] = [
  { hours: 24, text: 'Works for 24 more hours' },
  { hours: 72, text: 'Works for 72 more hours' },
  { hours: 0, text: 'Stops working now' },
]

interface RotateDialogProps {
  rotated: AccountKey
  onCreated: (created: AccountKeyWithSecret) => void
  onClose: () => void
}

/** Creates a key with the same name and scopes. The old one works until the customer's programs use the new one. */
function RotateDialog({ rotated, onCreated, onClose }: RotateDialogProps) {
  const { mutateAsync } = useRotateKey()
  const form = useForm({
    name: `rotate ${rotated.id}`,
    empty: { hours: '24' },
    check: () => ({}),
    async send({ hours }) {
      const overlapHours = overlaps.find((one) => String(one.hours) === hours)?.hours ?? 24
      onCreated((await mutateAsync({ id: rotated.id, data: { overlapHours } })).data)
    },
  })
  return (
    <FormDialog title={`Rotate “${rotated.name}”`} action="Rotate" form={form} onClose={onClose}>
      <p>
        You get a new key with the same name and scopes. Put it into your app while <code>{rotated.prefix}…</code> still
        works.
      </p>
      <label className={fields.field}>
        Old key
        <Select value={form.values.hours} onChange={({ currentTarget }) => form.change({ hours: currentTarget.value })}>
          {overlaps.map(({ hours, text }) => (
            <option key={hours} value={hours}>
              {text}
            </option>
          ))}
        </Select>
      </label>
    </FormDialog>
  )
}

function RevokeQuestion({ revoked, onClose }: { revoked: AccountKey; onClose: () => void }) {
  const { mutateAsync } = useRevokeKey()
  const { id, name, prefix, mode, lastUsedAt } = revoked
  return (
    <Question
      title={`Revoke the ${mode} key “${name}”?`}
      yes="Revoke It"
      act={() => mutateAsync({ id })}
      done={`Key “${name}” revoked`}
      onClose={onClose}
    >
      <p>
        Any further calls with <code>{prefix}…</code> will be rejected. This can’t be undone.{' '}
        {lastUsedAt === null ? (
          'It has never been used.'
        ) : (
          <>
            It was last used <Time at={lastUsedAt} />.
          </>
        )}{' '}
        To replace it without downtime, rotate it instead.
      </p>
    </Question>
  )
}
