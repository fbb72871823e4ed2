import type { BrowserSession } from '@app/api-client'
import { Badge, Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Instant } from '../components/Instant.tsx'
import { ConfirmWrite } from '../edit/ConfirmWrite.tsx'
import type { Answer } from '../edit/undo-change.ts'
import { RowButton } from '../list/RowButton.tsx'
import rows from '../list/Rows.module.css'
import { browserText } from './access-display.ts'
import { WholeList, type WholeQuery } from '../list/WholeList.tsx'
import styles from './Access.module.css'

type Props = {
  query: WholeQuery<BrowserSession>
  heading: ReactNode
  /** Above the list. */
  note?: ReactNode
  /** Ends every session except the current one. */
  everywhere: { action: string; send: () => Promise<Answer>; saved: string; failed: string; text: ReactNode }
  end: (id: string) => Promise<Answer>
  /** The rest of the confirmation text, after the browser's name: "will be signed out immediately." */
  endText: ReactNode
}

/** Browsers signed in to one account, each with a button that ends its session. */
export function SessionList({ query, heading, note, everywhere, end, endText }: Props) {
  const [question, ask] = useState<BrowserSession | 'all'>()
  const { action, text, ...all } = everywhere
  const common = { kind: 'accounts', action: 'Sign out', onClose: () => ask(undefined) } as const
  return (
    <>
      <div className={styles.bar}>
        {heading}
        {query.data?.data.some(({ isCurrent }) => !isCurrent) && (
          <Button variant="default" onClick={() => ask('all')}>
            {action}
          </Button>
        )}
      </div>
      {note}
      <WholeList query={query} label="Sessions" empty="Not signed in anywhere">
        {(session) => <Row key={session.id} session={session} onEnd={() => ask(session)} />}
      </WholeList>
      {question === 'all' && (
        <ConfirmWrite {...common} {...all} title={action}>
          {text}
        </ConfirmWrite>
      )}
      {typeof question === 'object' && (
        <ConfirmWrite
          {...common}
          title="End session"
          what="session"
          send={() => end(question.id)}
          saved="Session ended"
          // It may have expired in the meantime, which has the same result.
          goneText="The session had already ended."
          failed="Failed to end the session"
        >
          <strong>{browserText(question)}</strong> {endText}
        </ConfirmWrite>
      )}
    </>
  )
}

const Row = ({ session, onEnd }: { session: BrowserSession; onEnd: () => void }) => (
  <li className={`${rows.row} ${rows.even}`} aria-label={browserText(session)}>
    <div>
      <div className={rows.name}>
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
    <div className={rows.actions}>
      {!session.isCurrent && <RowButton text="Sign out" label={`Sign out ${browserText(session)}`} onClick={onEnd} />}
    </div>
  </li>
)
