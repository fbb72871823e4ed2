import type { SignIn } from '@app/api-client'
import { Badge, Skeleton } from '@mantine/core'
import { EmptyNotice } from '../components/EmptyNotice.tsx'
import { Instant } from '../components/Instant.tsx'
import { PagedList, type PageQuery } from '../list/PagedList.tsx'
import rows from '../list/Rows.module.css'
import type { UrlState } from '../list/use-url-state.ts'
import { methodText, outcomeColor, outcomeText } from './sign-in-display.ts'
import styles from './SignInList.module.css'

type Props = { query: PageQuery<SignIn>; url: UrlState; isFiltered?: boolean; withPerson?: boolean }

export function SignInList({ query, url, isFiltered = false, withPerson = false }: Props) {
  return (
    <PagedList
      query={query}
      url={url}
      failure="The sign-ins could not be loaded"
      loading={<Skeleton height={320} radius="md" role="status" aria-label="Loading" />}
      empty={
        <EmptyNotice title={isFiltered ? 'No sign-ins match' : 'No sign-ins yet'}>
          Sign-in attempts from the last 180 days are listed here.
        </EmptyNotice>
      }
    >
      {(attempts, list) => (
        <ul {...list} aria-label="Sign-ins" className={rows.rows}>
          {attempts.map((attempt) => (
            <Attempt key={attempt.id} attempt={attempt} withPerson={withPerson} />
          ))}
        </ul>
      )}
    </PagedList>
  )
}

function Attempt({ attempt, withPerson }: { attempt: SignIn; withPerson: boolean }) {
  const { outcome, network, attempts, staffName, createdAt } = attempt
  return (
    <li className={`${rows.row} ${styles.attempt}`}>
      <div className={styles.outcome}>
        <Badge color={outcomeColor(outcome)}>{outcomeText(outcome)}</Badge>
        {attempts > 1 && <span className={rows.quiet}>{attempts.toLocaleString('en-US')} times in a minute</span>}
      </div>
      {withPerson && <p dir="auto">{staffName ?? <span className={rows.quiet}>No such account</span>}</p>}
      <p className={rows.quiet}>
        {methodText(attempt)} · from {network}
      </p>
      <p className={rows.quiet}>
        <Instant at={createdAt} />
      </p>
    </li>
  )
}
