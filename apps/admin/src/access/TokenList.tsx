import type { StaffToken } from '@app/api-client'
import { Badge } from '@mantine/core'
import { useState } from 'react'
import { Instant, LastTime } from '../components/Instant.tsx'
import { ConfirmWrite } from '../edit/ConfirmWrite.tsx'
import type { Answer } from '../edit/undo-change.ts'
import { RowButton } from '../list/RowButton.tsx'
import rows from '../list/Rows.module.css'
import { hasExpired, scopeText } from './access-display.ts'
import { type WholeQuery, WholeList } from '../list/WholeList.tsx'

type Props = { query: WholeQuery<StaffToken>; revoke: (id: string) => Promise<Answer> }

/** The tokens of one account, each with a button that revokes it. */
export function TokenList({ query, revoke }: Props) {
  const [revoked, ask] = useState<StaffToken>()
  return (
    <>
      <WholeList
        query={query}
        label="API tokens"
        failure="The tokens could not be loaded"
        empty="No tokens"
        hint="A token lets your own apps read or change data within its scopes."
      >
        {(token) => <Row key={token.id} token={token} onRevoke={() => ask(token)} />}
      </WholeList>
      {revoked && (
        <ConfirmWrite
          title="Revoke token"
          action="Revoke"
          kind="accounts"
          what="token"
          send={() => revoke(revoked.id)}
          saved="Token revoked"
          goneText="The token was already revoked."
          failed="Failed to revoke token"
          onClose={() => ask(undefined)}
        >
          Apps that use <strong dir="auto">{revoked.name}</strong> lose access immediately. A revoked token can’t be
          restored.
        </ConfirmWrite>
      )}
    </>
  )
}

const Row = ({ token, onRevoke }: { token: StaffToken; onRevoke: () => void }) => (
  <li className={`${rows.row} ${rows.even}`} aria-label={token.name}>
    <div>
      <div className={rows.name}>
        <span dir="auto">{token.name}</span> {hasExpired(token) && <Badge color="gold">Expired</Badge>}
      </div>
      <p className={rows.quiet}>
        <code>{token.prefix}…</code> · {token.scopes.map(scopeText).join(', ')}
      </p>
    </div>
    <div>
      <p className={rows.quiet}>
        {hasExpired(token) ? 'Expired' : 'Expires'} <Instant at={token.expiresAt} />
      </p>
      <p className={rows.quiet}>
        <LastTime text="Last used" at={token.lastUsedAt} never="Never used" />
      </p>
    </div>
    <div className={rows.actions}>
      <RowButton text="Revoke" label={`Revoke ${token.name}`} onClick={onRevoke} />
    </div>
  </li>
)
