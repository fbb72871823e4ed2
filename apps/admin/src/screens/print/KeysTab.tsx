import { type SandboxKeyUsage, useListSandboxKeys } from '@app/api-client'
import { NativeSelect, Skeleton } from '@mantine/core'
import { useState } from 'react'
import { EmptyNotice } from '../../components/EmptyNotice.tsx'
import { PagedList } from '../../list/PagedList.tsx'
import { firstPage, keepPage, pageOf } from '../../list/paging.ts'
import rows from '../../list/Rows.module.css'
import { useUrlState, valueOf } from '../../list/use-url-state.ts'
import { useCanEdit } from '../../session/use-can-edit.ts'
import { keyStates } from './key-display.ts'
import { KeyRow } from './KeyRow.tsx'
import styles from './PrintScreen.module.css'
import { RefreshButton } from '../../live/RefreshButton.tsx'
import { printKeys } from './print-keys.ts'
import { RevokeQuestion } from './RevokeQuestion.tsx'

const pageSize = 50

export function KeysTab() {
  const url = useUrlState()
  const canEdit = useCanEdit()
  const state = valueOf(keyStates, url.get('state'))
  const keys = useListSandboxKeys({ ...pageOf(url, pageSize), ...(state && { state }) }, keepPage)
  const [revoking, setRevoking] = useState<SandboxKeyUsage>()

  return (
    <>
      <div className={styles.bar}>
        <NativeSelect
          label="State"
          data={[{ value: '', label: 'All states' }, ...keyStates]}
          value={state ?? ''}
          onChange={(event) => url.set({ state: event.currentTarget.value, ...firstPage })}
        />
        <RefreshButton keys={printKeys} loadedAt={keys.data ? keys.dataUpdatedAt : 0} />
      </div>
      <PagedList
        query={keys}
        url={url}
        failure="The sandbox keys could not be loaded"
        loading={<Skeleton height={320} radius="md" role="status" aria-label="Loading" />}
        empty={
          <EmptyNotice title={state ? 'No keys match' : 'No sandbox keys yet'}>
            Developers get a key on the site’s sandbox page, without an account or an email.
          </EmptyNotice>
        }
      >
        {(listed, list) => (
          <ul {...list} aria-label="Sandbox keys" className={rows.rows}>
            {listed.map((key) => (
              <KeyRow
                key={key.id}
                sandboxKey={key}
                onRevoke={canEdit && key.state === 'active' ? () => setRevoking(key) : undefined}
              />
            ))}
          </ul>
        )}
      </PagedList>
      {revoking && <RevokeQuestion sandboxKey={revoking} onClose={() => setRevoking(undefined)} />}
    </>
  )
}
