import type { SpamRecord } from '@app/api-client'
import { Button, Skeleton } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { showRefusal } from '../layout/show-refusal.ts'
import { showSaved } from '../layout/toasts.tsx'
import { EmptyNotice } from '../list/EmptyNotice.tsx'
import { Instant } from '../list/Instant.tsx'
import { PagedList, type PageQuery } from '../list/PagedList.tsx'
import type { UrlState } from '../list/use-url-state.ts'
import { useCanEdit } from '../session/use-can-edit.ts'
import styles from './SpamList.module.css'

/** Marks a record as spam or as not, and reloads what else shows it. */
type Mark = (id: string, isSpam: boolean) => Promise<unknown>

type Props = {
  query: PageQuery<SpamRecord>
  url: UrlState
  /** What a record is when it is not spam: "lead". */
  noun: string
  mark: Mark
}

/** Records that the forms' hidden field caught. A record that is freed stays in its place until the reader moves on. */
export const SpamList = ({ query, url, noun, mark }: Props) => (
  <>
    <div className={styles.head}>
      <p className={styles.intro}>
        Bots fill in a field that people do not see. What they send is kept apart: it counts in no figure, is not sent
        to the CRM, and is deleted after a while. If a person was caught, press Not spam.
      </p>
      <Button variant="default" loading={query.isFetching} onClick={() => void query.refetch()}>
        Refresh
      </Button>
    </div>
    <PagedList
      query={query}
      url={url}
      failure="Spam could not be loaded"
      loading={<Skeleton height={220} radius="md" role="status" aria-label="Loading" />}
      empty={<EmptyNotice title="No spam">Nothing was caught, or all of it is deleted by now.</EmptyNotice>}
    >
      {(records, list) => (
        <ul {...list} aria-label="Spam" className={styles.list}>
          {records.map((record) => (
            <SpamRow key={record.id} record={record} noun={noun} mark={mark} />
          ))}
        </ul>
      )}
    </PagedList>
  </>
)

type RowProps = { record: SpamRecord } & Pick<Props, 'noun' | 'mark'>

function SpamRow({ record, noun, mark }: RowProps) {
  const canEdit = useCanEdit()
  const [isSpam, setIsSpam] = useState(true)
  const change = useMutation({
    mutationFn: (next: boolean) => mark(record.id, next),
    onSuccess(_answer, next) {
      setIsSpam(next)
      showSaved(next ? 'Moved back to spam' : `This is a ${noun} now`, next ? undefined : () => change.mutate(true))
    },
    onError: (error) => showRefusal(error, `Failed to update ${noun}`),
  })
  const name = `${record.firstName} ${record.lastName}`
  const label = isSpam ? 'Not spam' : 'Undo'
  return (
    <li className={styles.row} aria-label={name} data-freed={!isSpam}>
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
      <div className={styles.why}>
        <p className={styles.reason} dir="auto">
          {isSpam ? record.reason : `Not spam: this is a ${noun} now.`}
        </p>
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
          // Not disabled, which would take the focus away.
          aria-disabled={change.isPending}
          onClick={() => !change.isPending && change.mutate(!isSpam)}
        >
          {label}
        </Button>
      )}
    </li>
  )
}
