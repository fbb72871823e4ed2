import type { StaffToken } from '@app/api-client'
import { Badge, Button } from '@mantine/core'
import { Instant } from '../components/Instant.tsx'
import rows from '../list/Rows.module.css'
import styles from './Access.module.css'
import { hasExpired, scopeText } from './access-display.ts'
import { type AccessQuery, AccessRows } from './AccessRows.tsx'

type Props = { query: AccessQuery<StaffToken>; onRevoke: (token: StaffToken) => void }

/** The tokens of one account. */
export const TokenList = ({ query, onRevoke }: Props) => (
  <AccessRows
    query={query}
    label="API tokens"
    failure="The tokens could not be loaded"
    empty="No tokens"
    hint="A token lets your own programs read or change data within its scopes."
  >
    {(token) => (
      <li key={token.id} className={`${rows.row} ${styles.row}`} aria-label={token.name}>
        <div>
          <div className={styles.name}>
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
            {token.lastUsedAt ? (
              <>
                Last used <Instant at={token.lastUsedAt} />
              </>
            ) : (
              'Never used'
            )}
          </p>
        </div>
        <div className={styles.actions}>
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`Revoke ${token.name}`}
            onClick={() => onRevoke(token)}
          >
            Revoke
          </Button>
        </div>
      </li>
    )}
  </AccessRows>
)
