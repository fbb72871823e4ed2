import {
  type BrowserSession,
  useDeleteMemberSession,
  useDeleteOtherMemberSessions,
  useListMemberSessions,
} from '@app/api-client'
import { type Column, DataTable } from '../area/DataTable.tsx'
import { Time } from '../area/Time.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { useToastedAction } from '../../forms/use-action.ts'
import { AreaSection } from '../area/AreaSection.tsx'
import { SmallButton } from '../area/SmallButton.tsx'

const unknown = 'Unknown browser'

const columns: readonly Column<BrowserSession>[] = [
  { head: 'Browser', cell: ({ browser = unknown, isCurrent }) => `${browser}${isCurrent ? ' (this one)' : ''}` },
  { head: 'Network', cell: ({ network }) => network },
  { head: 'Started', isLabeled: true, cell: ({ startedAt }) => <Time at={startedAt} /> },
  { head: 'Last used', isLabeled: true, cell: ({ lastUsedAt }) => <Time at={lastUsedAt} /> },
]

/** Browsers in which the member is signed in. */
export function OwnSessions() {
  const query = useListMemberSessions()
  const { mutateAsync } = useDeleteOtherMemberSessions()
  const others = useToastedAction(() => mutateAsync(), 'You are signed out everywhere else')
  return (
    <AreaSection
      id="sessions"
      title="Where you are signed in"
      action={
        query.data &&
        query.data.data.length > 1 && (
          <SmallButton isBusy={others.isBusy} onClick={others.act}>
            Sign Out Everywhere Else
          </SmallButton>
        )
      }
    >
      <Loaded query={query} what="your sessions" rows={2}>
        {(sessions) => (
          <DataTable
            label="Sessions"
            columns={columns}
            rows={sessions}
            keyOf={({ id }) => id}
            renderActions={(session) => !session.isCurrent && <SignOut {...session} />}
          />
        )}
      </Loaded>
    </AreaSection>
  )
}

function SignOut({ id, browser }: Pick<BrowserSession, 'id' | 'browser'>) {
  const { mutateAsync } = useDeleteMemberSession()
  const { act, isBusy } = useToastedAction(() => mutateAsync({ id }), 'Session signed out')
  return (
    <SmallButton aria-label={`Sign out ${browser ?? unknown}`} isBusy={isBusy} onClick={act}>
      Sign Out
    </SmallButton>
  )
}
