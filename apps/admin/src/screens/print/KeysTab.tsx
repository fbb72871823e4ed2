import { revokeSandboxKey, type SandboxKeyUsage, useListSandboxKeys } from '@app/api-client'
import { keyStateLabels, labelOf, optionsOf } from '@app/labels'
import { Badge } from '@mantine/core'
import { Link } from 'react-router-dom'
import { AskButton } from '../../edit/AskButton.tsx'
import { FilterSelect } from '../../list/FilterSelect.tsx'
import { PagedRows } from '../../list/PagedRows.tsx'
import { keepPage, pageOf, useUrlState, valueOf } from '../../list/use-url-state.ts'
import { Cell, Row } from '../../list/Row.tsx'
import rows from '../../list/Rows.module.css'
import { useCanEdit } from '../../session/use-staff.ts'
import toolbar from '../../components/Toolbar.module.css'
import unprinted from '../../components/unprinted.module.css'
import { RefreshButton } from '../../live/RefreshButton.tsx'
import { printKeys } from './print-keys.ts'
import { figure } from '../../components/format.ts'
import { LastTime, Stamp } from '../../components/Instant.tsx'
import { routes } from '../../urls/routes.ts'

const keyStates = optionsOf(keyStateLabels)

export function KeysTab() {
  const url = useUrlState()
  const canEdit = useCanEdit()
  const state = valueOf(keyStates, url.get('state'))
  const keys = useListSandboxKeys({ ...pageOf(url), ...(state && { state }) }, keepPage)

  return (
    <>
      <div className={`${toolbar.fields} ${unprinted.unprinted}`}>
        <FilterSelect name="state" label="Status" all="All statuses" options={keyStates} />
        <RefreshButton keys={printKeys} loadedAt={keys.data ? keys.dataUpdatedAt : 0} />
      </div>
      <PagedRows
        query={keys}
        label="Sandbox keys"
        empty={state ? 'No keys match' : 'No sandbox keys yet'}
        hint="Developers get a key on the site’s sandbox page, without an account or an email."
      >
        {(key) => <KeyRow key={key.id} sandboxKey={key} canEdit={canEdit} />}
      </PagedRows>
    </>
  )
}

const endText = { active: 'Expires', expired: 'Expired', revoked: 'Revoked' }

/** A key, its usage, and the lead that its owner became. */
function KeyRow({ sandboxKey, canEdit }: { sandboxKey: SandboxKeyUsage; canEdit: boolean }) {
  const { id, prefix, state, createdAt, expiresAt, revokedAt, lastUsedAt, leadId, leadName } = sandboxKey
  return (
    <Row label={prefix} columns="4fr 4fr 4fr 5rem">
      <Cell note={<Stamp text="Created" at={createdAt} />}>
        <div className={rows.line}>
          <code className={rows.code}>{prefix}…</code>
          <Badge {...(state === 'active' ? { color: 'teal' } : { variant: 'default' })}>
            {labelOf(keyStateLabels, state)}
          </Badge>
        </div>
      </Cell>
      <Cell note={<LastTime text="Last used" at={lastUsedAt} never="Never used" />}>{usageText(sandboxKey)}</Cell>
      <Cell note={<Stamp text={endText[state]} at={revokedAt ?? expiresAt} />}>
        {leadId && (
          <Link to={`${routes.dashboard.path}?lead=${leadId}`} dir="auto">
            {leadName ?? 'Lead'}
          </Link>
        )}
      </Cell>
      <div className={rows.actions}>
        {canEdit && state === 'active' && (
          <AskButton
            label={`Revoke ${prefix}`}
            title="Revoke key"
            action="Revoke"
            kind="accounts"
            what="sandbox key"
            send={() => revokeSandboxKey(id)}
            saved="Key revoked successfully"
            failed="Failed to revoke key"
          >
            <code className={rows.code}>{prefix}…</code> stops working immediately for everyone who has it. This can’t
            be undone. Its owner needs a new key and loses the templates of this one. Its proofs remain until they
            expire.
          </AskButton>
        )}
      </div>
    </Row>
  )
}

/** The API stops counting here. */
const maxCounted = 1_000

const cappedText = (count: number, noun: string): string =>
  `${figure(count)}${count >= maxCounted ? '+' : ''} ${noun}${count === 1 ? '' : 's'}`

/** How a key was used: "12 proofs, 1 template". */
const usageText = ({ proofs, templates, assets }: SandboxKeyUsage): string =>
  [
    cappedText(proofs, 'proof'),
    ...(templates > 0 ? [cappedText(templates, 'template')] : []),
    ...(assets > 0 ? [cappedText(assets, 'asset')] : []),
  ].join(', ')
