import type { SpamRecord } from '@app/api-client'
import { Button } from '@mantine/core'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Answer } from '../edit/undo-change.ts'
import { useWrite } from '../edit/use-write.ts'
import { firstClick } from '../components/use-click-guard.ts'
import { Instant } from '../components/Instant.tsx'
import type { PageQuery } from '../list/PagedList.tsx'
import { PagedRows } from '../list/PagedRows.tsx'
import rows from '../list/Rows.module.css'
import type { Kind } from '../cache/reload-records.ts'
import { useCanEdit } from '../session/use-staff.ts'
import toolbar from '../components/Toolbar.module.css'
import styles from './SpamList.module.css'

interface Marking {
  kind: Kind
  /** The noun of a record that is not spam: "lead". */
  noun: string
  /** Marks a record as spam or not spam. */
  mark: (id: string, isSpam: boolean) => Promise<Answer>
  /** Reloads everything else that shows the record. */
  reload: (queryClient: QueryClient) => unknown
}

type Props = Marking & { query: PageQuery<SpamRecord> }

/**
 * Records that bots sent or staff marked as spam. A record marked as not spam keeps its place until the list is
 * reloaded.
 */
export function SpamList({ query, ...marking }: Props) {
  const queryClient = useQueryClient()
  return (
    <>
      <div className={toolbar.bar}>
        <p className={styles.intro}>
          Submissions from bots, which fill in a hidden field, and ones that staff marked as spam. They aren’t counted
          or sent to the CRM. Bot submissions are deleted after a while. If a real person was caught, click Not spam.
        </p>
        <Button
          variant="default"
          loading={query.isFetching}
          onClick={() => void Promise.all([query.refetch(), marking.reload(queryClient)])}
        >
          Refresh
        </Button>
      </div>
      <PagedRows
        query={query}
        label="Spam"
        failure="Spam could not be loaded"
        empty="No spam"
        hint="Nothing was caught recently. Old spam is deleted automatically."
        height={220}
      >
        {(record) => <SpamRow key={record.id} record={record} {...marking} />}
      </PagedRows>
    </>
  )
}

function SpamRow({ record, kind, noun, mark, reload }: Marking & { record: SpamRecord }) {
  const canEdit = useCanEdit()
  const [isSpam, setIsSpam] = useState(true)
  const text = (next: boolean) => (next ? 'Moved back to spam' : `This is a ${noun} now`)
  const change = useWrite({
    kind,
    what: noun,
    send: (next: boolean) => mark(record.id, next),
    saved: (_data, next) => text(next),
    undone: (_data, next) => text(!next),
    failed: `Failed to update ${noun}`,
    show(queryClient, _data, next) {
      setIsSpam(next)
      return reload(queryClient)
    },
    onUndo: (isUndone, next) => setIsSpam(isUndone ? !next : next),
  })
  const name = `${record.firstName} ${record.lastName}`
  const label = isSpam ? 'Not spam' : 'Undo'
  return (
    <li className={`${rows.row} ${styles.row}`} aria-label={name} data-freed={!isSpam}>
      <div className={styles.who}>
        <strong dir="auto">{name}</strong>
        <a href={`mailto:${record.email}`}>{record.email}</a>
        <span dir="auto">{record.company}</span>
        <span>{record.phone}</span>
        <span className={styles.time}>
          <Instant at={record.createdAt} />
          {record.source && ` from ${record.source}`}
        </span>
      </div>
      <div>
        <p dir="auto">{isSpam ? record.reason : `Not spam: this is a ${noun} now.`}</p>
        {record.message && (
          <p className={styles.message} dir="auto">
            {record.message}
          </p>
        )}
      </div>
      {canEdit && (
        <Button
          variant="default"
          aria-label={`${label}: ${name}`}
          // Not disabled, because that would take the focus away.
          aria-disabled={change.isPending}
          onClick={firstClick(() => change.start(!isSpam))}
        >
          {label}
        </Button>
      )}
    </li>
  )
}
