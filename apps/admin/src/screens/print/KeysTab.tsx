import { revokeSandboxKey, type SandboxKeyUsage, useListSandboxKeys } from '@app/api-client'
import { keyStateLabels, optionsOf } from '@app/labels'
import { useState } from 'react'
import { ConfirmWrite } from '../../edit/ConfirmWrite.tsx'
import { FilterSelect } from '../../list/FilterSelect.tsx'
import { PagedRows } from '../../list/PagedRows.tsx'
import { keepPage, pageOf } from '../../list/paging.ts'
import rows from '../../list/Rows.module.css'
import { useUrlState, valueOf } from '../../list/use-url-state.ts'
import { useCanEdit } from '../../session/use-staff.ts'
import { KeyRow } from './KeyRow.tsx'
import styles from './PrintScreen.module.css'
import { RefreshButton } from '../../live/RefreshButton.tsx'
import { printKeys } from './print-keys.ts'

const keyStates = optionsOf(keyStateLabels)

export function KeysTab() {
  const url = useUrlState()
  const canEdit = useCanEdit()
  const state = valueOf(keyStates, url.get('state'))
  const keys = useListSandboxKeys({ ...pageOf(url), ...(state && { state }) }, keepPage)
  const [revoking, setRevoking] = useState<SandboxKeyUsage>()

  return (
    <>
      <div className={styles.bar}>
        <FilterSelect name="state" label="State" all="All states" options={keyStates} />
        <RefreshButton keys={printKeys} loadedAt={keys.data ? keys.dataUpdatedAt : 0} />
      </div>
      <PagedRows
        query={keys}
        label="Sandbox keys"
        empty={state ? 'No keys match' : 'No sandbox keys yet'}
        hint="Developers get a key on the site’s sandbox page, without an account or an email."
      >
        {(key) => (
          <KeyRow
            key={key.id}
            sandboxKey={key}
            onRevoke={canEdit && key.state === 'active' ? () => setRevoking(key) : undefined}
          />
        )}
      </PagedRows>
      {revoking && (
        <ConfirmWrite
          title="Revoke key"
          action="Revoke"
          kind="accounts"
          what="sandbox key"
          send={() => revokeSandboxKey(revoking.id)}
          saved="Key revoked successfully"
          failed="Failed to revoke key"
          onClose={() => setRevoking(undefined)}
        >
          <code className={rows.code}>{revoking.prefix}…</code> stops working immediately for everyone who has it. This
          can’t be undone. Its owner needs a new key and loses the templates of this one. Its proofs remain until they
          expire.
        </ConfirmWrite>
      )}
    </>
  )
}
