import {
  type BrowserSession,
  useDeleteMemberSession,
  useDeleteOtherMemberSessions,
  useListMemberSessions,
} from '@app/api-client'
import { DataTable } from '../area/DataTable.tsx'
import table from '../area/Table.module.css'
import { Loaded } from '../area/Loaded.tsx'
import { Time } from '../area/Time.tsx'
import { useToastedAction } from '../area/use-action.ts'
import { AreaSection } from '../area/AreaSection.tsx'
import { SmallButton } from '../area/SmallButton.tsx'

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
          <DataTable label="Sessions" heads={['Browser', 'Network', 'Started', 'Last used']} hasActions>
            {sessions.map((session) => (
              <Row key={session.id} session={session} />
            ))}
          </DataTable>
        )}
      </Loaded>
    </AreaSection>
  )
}

function Row({
  session: { id, isCurrent, browser = 'Unknown browser', network, startedAt, lastUsedAt },
}: {
  session: BrowserSession
}) {
  const { mutateAsync } = useDeleteMemberSession()
  const { act, isBusy } = useToastedAction(() => mutateAsync({ id }), 'Session signed out')
  return (
    <tr>
      <td data-title>
        {browser}
        {isCurrent && ' (this one)'}
      </td>
      <td>{network}</td>
      <td data-label="Started">
        <Time at={startedAt} />
      </td>
      <td data-label="Last used">
        <Time at={lastUsedAt} />
      </td>
      <td className={table.actions}>
        {!isCurrent && (
          <SmallButton aria-label={`Sign out ${browser}`} isBusy={isBusy} onClick={act}>
            Sign Out
          </SmallButton>
        )}
      </td>
    </tr>
  )
}
