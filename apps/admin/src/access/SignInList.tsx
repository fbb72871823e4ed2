import type { SignIn } from '@app/api-client'
import { Badge } from '@mantine/core'
import { Instant } from '../components/Instant.tsx'
import type { PageQuery } from '../list/PagedList.tsx'
import { PagedRows } from '../list/PagedRows.tsx'
import rows from '../list/Rows.module.css'
import { methodText, outcomeColors, outcomeLabels } from './sign-in-display.ts'

type Props = { query: PageQuery<SignIn>; isFiltered?: boolean; withPerson?: boolean }

export function SignInList({ query, isFiltered = false, withPerson = false }: Props) {
  return (
    <PagedRows
      query={query}
      label="Sign-ins"
      empty={isFiltered ? 'No sign-ins match' : 'No sign-ins yet'}
      hint="Sign-in attempts from the last 180 days are listed here."
    >
      {(attempt) => <Attempt key={attempt.id} attempt={attempt} withPerson={withPerson} />}
    </PagedRows>
  )
}

function Attempt({ attempt, withPerson }: { attempt: SignIn; withPerson: boolean }) {
  const { outcome, network, attempts, staffName, createdAt } = attempt
  return (
    <li className={`${rows.row} ${rows.even}`}>
      <div className={rows.line}>
        <Badge color={outcomeColors[outcome]}>{outcomeLabels[outcome]}</Badge>
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
