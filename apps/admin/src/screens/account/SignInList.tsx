import type { SignIn } from '@app/api-client'
import { Badge, Skeleton } from '@mantine/core'
import { useRef } from 'react'
import { ErrorNotice } from '../../layout/ErrorNotice.tsx'
import { EmptyNotice } from '../../list/EmptyNotice.tsx'
import { Instant } from '../../list/Instant.tsx'
import { Pager } from '../../list/Pager.tsx'
import rows from '../../list/Rows.module.css'
import type { UrlState } from '../../list/use-url-state.ts'
import { methodText, outcomeColor, outcomeText } from './sign-in-display.ts'
import styles from './SignInList.module.css'

/** What both queries of sign-ins have. */
type Query = {
  data: { data: SignIn[]; headers: Headers } | undefined
  error: Error | null
  isPending: boolean
  isFetching: boolean
  isPlaceholderData: boolean
  refetch: () => unknown
}

type Props = { query: Query; url: UrlState; isFiltered?: boolean; withPerson?: boolean }

export function SignInList({ query, url, isFiltered = false, withPerson = false }: Props) {
  const top = useRef<HTMLUListElement>(null)
  const attempts = query.data?.data
  return (
    <>
      {query.error && (
        <ErrorNotice
          title="The sign-ins could not be loaded"
          error={query.error}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      )}
      {query.isPending && <Skeleton height={320} radius="md" role="status" aria-label="Loading" />}
      {attempts?.length === 0 && (
        <EmptyNotice title={isFiltered ? 'No sign-ins match' : 'No sign-ins yet'}>
          Attempts of the last 180 days stand here.
        </EmptyNotice>
      )}
      {query.data && attempts && attempts.length > 0 && (
        <>
          <ul ref={top} tabIndex={-1} aria-label="Sign-ins" className={rows.rows}>
            {attempts.map((attempt) => (
              <Attempt key={attempt.id} attempt={attempt} withPerson={withPerson} />
            ))}
          </ul>
          <Pager
            shown={attempts.length}
            headers={query.data.headers}
            url={url}
            isFetching={query.isPlaceholderData}
            onTurn={() => top.current?.focus()}
          />
        </>
      )}
    </>
  )
}

function Attempt({ attempt, withPerson }: { attempt: SignIn; withPerson: boolean }) {
  const { outcome, method, network, attempts, staffName, createdAt } = attempt
  return (
    <li className={`${rows.row} ${styles.attempt}`}>
      <div className={styles.outcome}>
        <Badge color={outcomeColor(outcome)}>{outcomeText(outcome)}</Badge>
        {attempts > 1 && <span className={rows.quiet}>{attempts.toLocaleString('en-US')} times in a minute</span>}
      </div>
      {withPerson && <p dir="auto">{staffName ?? <span className={rows.quiet}>No such account</span>}</p>}
      <p className={rows.quiet}>
        {methodText(method)} · from {network}
      </p>
      <p className={rows.quiet}>
        <Instant at={createdAt} />
      </p>
    </li>
  )
}
