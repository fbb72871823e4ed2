import { type AccountKey, revokeAccountKey, useListAccountKeys } from '@app/api-client'
import { keyStateLabels, labelOf } from '@app/labels'
import { Badge } from '@mantine/core'
import { LastTime, Stamp } from '../../components/Instant.tsx'
import { AskButton } from '../../edit/AskButton.tsx'
import { Cell, Row } from '../../list/Row.tsx'
import rows from '../../list/Rows.module.css'
import { useCanEdit } from '../../session/use-staff.ts'
import { itemColumns, ListSection } from './ListSection.tsx'

/** The keys of an account, which its members create. */
export function AccountKeys({ id }: { id: string }) {
  const canEdit = useCanEdit()
  const keys = useListAccountKeys(id)
  return (
    <ListSection title="Keys" query={keys} empty="No keys yet" hint="Members create keys in the customer account.">
      {(key) => <KeyRow key={key.id} accountKey={key} canEdit={canEdit} />}
    </ListSection>
  )
}

function KeyRow({ accountKey, canEdit }: { accountKey: AccountKey; canEdit: boolean }) {
  const { id, name, prefix, mode, state, createdAt, lastUsedAt } = accountKey
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
        {canEdit && state === 'active' && (
          <AskButton
            label={`Revoke ${name} (${prefix}…)`}
            title="Revoke key"
            action="Revoke"
            kind="customer_accounts"
            what="key"
            send={() => revokeAccountKey(id)}
            saved="Key revoked"
            failed="The key could not be revoked"
          >
            <bdi>{name}</bdi> (<code className={rows.code}>{prefix}…</code>) stops working immediately. This can’t be
            undone. Members can create another key. Pieces sent with this key aren’t affected.
          </AskButton>
        )}
      </div>
    </Row>
  )
}
