import type { AccountKey } from '@app/api-client'
import { keyScopeLabels, keyStateLabels } from '@app/labels'
import { useAddress } from '../area/address.ts'
import { DataTable } from '../area/DataTable.tsx'
import table from '../area/Table.module.css'
import { StateText } from '../area/StateText.tsx'
import { Time } from '../area/Time.tsx'
import { SmallButton } from '../area/SmallButton.tsx'

/** Keys without their secrets, newest first. */
export const KeyTable = ({ keys }: { keys: readonly AccountKey[] }) => (
  <DataTable label="Keys" heads={['Name', 'Key', 'Scopes', 'Status', 'Created', 'Last used']} hasActions>
    {keys.map((key) => (
      <Row key={key.id} shown={key} />
    ))}
  </DataTable>
)

function Row({ shown }: { shown: AccountKey }) {
  const { id, name, prefix, scopes, state, createdAt, lastUsedAt } = shown
  const { open } = useAddress()
  const action = (verb: 'edit' | 'rotate' | 'revoke', text: string) => (
    <SmallButton aria-label={`${text} ${name}`} onClick={() => open({ open: verb, key: id })}>
      {text}
    </SmallButton>
  )
  return (
    <tr>
      <td data-title>{name}</td>
      <td>
        <code>{prefix}…</code>
      </td>
      <td>{scopes.map((scope) => keyScopeLabels[scope]).join(', ')}</td>
      <td>
        <KeyState shown={shown} />
      </td>
      <td data-label="Created">
        <Time at={createdAt} />
      </td>
      <td data-label="Last used">{lastUsedAt === null ? 'Never' : <Time at={lastUsedAt} />}</td>
      <td className={table.actions}>
        {state === 'active' && (
          <>
            {action('edit', 'Edit')}
            {shown.expiresAt === null && action('rotate', 'Rotate')}
            {action('revoke', 'Revoke')}
          </>
        )}
      </td>
    </tr>
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
