import type { BrowserSession } from '@app/api-client'
import { Badge, Button } from '@mantine/core'
import { Instant } from '../components/Instant.tsx'
import rows from '../list/Rows.module.css'
import { browserText } from './access-display.ts'
import { AccessRows, type AccessQuery } from './AccessRows.tsx'
import styles from './Access.module.css'

type Props = {
  query: AccessQuery<BrowserSession>
  /** Label of the buttons; the browser's name is added to it. */
  action: string
  onEnd: (session: BrowserSession) => void
}

/** Browsers signed in to one account. */
export const SessionList = ({ query, action, onEnd }: Props) => (
  <AccessRows query={query} label="Sessions" failure="The sessions could not be loaded" empty="Not signed in anywhere">
    {(session) => (
      <li key={session.id} className={`${rows.row} ${styles.row}`} aria-label={browserText(session)}>
        <div>
          <div className={styles.name}>
            {browserText(session)} {session.isCurrent && <Badge variant="default">This browser</Badge>}
          </div>
          {session.network && <p className={rows.quiet}>from {session.network}</p>}
        </div>
        <div>
          <p className={rows.quiet}>
            Signed in <Instant at={session.startedAt} />
          </p>
          <p className={rows.quiet}>
            Last used <Instant at={session.lastUsedAt} />
          </p>
        </div>
        <div className={styles.actions}>
          {!session.isCurrent && (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`${action} ${browserText(session)}`}
              onClick={() => onEnd(session)}
            >
              {action}
            </Button>
          )}
        </div>
      </li>
    )}
  </AccessRows>
)
