import { type AccountKey, revokeAccountKey, useListAccountKeys } from '@app/api-client'
import { keyStateLabels, labelOf } from '@app/labels'
import { Badge } from '@mantine/core'
import { useState } from 'react'
import { LastTime, Stamp } from '../../components/Instant.tsx'
import { ConfirmWrite } from '../../edit/ConfirmWrite.tsx'
import { RowButton } from '../../list/RowButton.tsx'
import { Cell, Row } from '../../list/Row.tsx'
import rows from '../../list/Rows.module.css'
import { useCanEdit } from '../../session/use-staff.ts'
import { itemColumns, ListSection } from './ListSection.tsx'

/** The keys of an account, which its members create. */
export function AccountKeys({ id }: { id: string }) {
  const canEdit = useCanEdit()
  const keys = useListAccountKeys(id)
  const [revoked, setRevoked] = useState<AccountKey>()
  return (
    <>
      <ListSection title="Keys" query={keys} empty="No keys yet" hint="Members create keys in the customer account.">
        {(key) => (
          <KeyRow
            key={key.id}
            accountKey={key}
            onRevoke={canEdit && key.state === 'active' ? () => setRevoked(key) : undefined}
          />
        )}
      </ListSection>
      {revoked && (
        <ConfirmWrite
          title="Revoke key"
          action="Revoke"
          kind="customer_accounts"
          what="key"
          send={() => revokeAccountKey(revoked.id)}
          saved="Key revoked"
          failed="The key could not be revoked"
          onClose={() => setRevoked(undefined)}
        >
          <bdi>{revoked.name}</bdi> (<code className={rows.code}>{revoked.prefix}…</code>) stops working immediately.
          This can’t be undone. Members can create another key. Pieces sent with this key aren’t affected.
        </ConfirmWrite>
      )}
    </>
  )
}

type RowProps = {
  accountKey: AccountKey
  /** Absent if it can't be revoked. */
  onRevoke: (() => void) | undefined
}

function KeyRow({ accountKey: { name, prefix, mode, state, createdAt, lastUsedAt }, onRevoke }: RowProps) {
  return (
    <Row label={name} columns={itemColumns}>
      <Cell
        name={name}
        badges={
          <>
            <Badge variant="default">{mode === 'live' ? 'Live' : 'Test'}</Badge>
            {state !== 'active' && <Badge variant="default">{labelOf(keyStateLabels, state)}</Badge>}
          </>
        }
        note={<code className={rows.code}>{prefix}…</code>}
      />
      <Cell note={<Stamp text="Created" at={createdAt} />}>
        <LastTime text="Last used" at={lastUsedAt} never="Never used" />
      </Cell>
      <div className={rows.actions}>
        {onRevoke && <RowButton text="Revoke" label={`Revoke ${name} (${prefix}…)`} onClick={onRevoke} />}
      </div>
    </Row>
  )
}
