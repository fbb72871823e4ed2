import {
  type BrowserSession,
  useDeleteMemberSession,
  useDeleteOtherMemberSessions,
  useListMemberSessions,
} from '@app/api-client'
import { useToasts } from '../../toasts/toasts.ts'
import area from '../area/Area.module.css'
import controls from '../area/Controls.module.css'
import { DataTable } from '../area/DataTable.tsx'
import table from '../area/Table.module.css'
import { Loaded } from '../area/Loaded.tsx'
import { reasonOf } from '../area/reason.ts'
import { Time } from '../area/Time.tsx'
import { useAction } from '../area/use-action.ts'

/** Browsers in which the member is signed in. */
export function OwnSessions() {
  const query = useListMemberSessions()
  const { mutateAsync } = useDeleteOtherMemberSessions()
  const { showDone, showError } = useToasts()
  const others = useAction(async () => {
    try {
      await mutateAsync()
      showDone('You are signed out everywhere else')
    } catch (error) {
      showError(reasonOf(error))
    }
  })
  return (
    <section aria-labelledby="sessions" className={area.section}>
      <div className={area.head}>
        <h2 id="sessions" tabIndex={-1}>
          Where you are signed in
        </h2>
        {query.data && query.data.data.length > 1 && (
          <button type="button" className={controls.small} aria-disabled={others.isBusy} onClick={others.act}>
            Sign Out Everywhere Else
          </button>
        )}
      </div>
      <Loaded query={query} what="your sessions" rows={2}>
        {(sessions) => (
          <DataTable label="Sessions" heads={['Browser', 'Network', 'Started', 'Last used']} hasActions>
            {sessions.map((session) => (
              <Row key={session.id} session={session} />
            ))}
          </DataTable>
        )}
      </Loaded>
    </section>
  )
}

function Row({
  session: { id, isCurrent, browser = 'Unknown browser', network, startedAt, lastUsedAt },
}: {
  session: BrowserSession
}) {
  const { mutateAsync } = useDeleteMemberSession()
  const { showDone, showError } = useToasts()
  const { act, isBusy } = useAction(async () => {
    try {
      await mutateAsync({ id })
      showDone('The session is signed out')
    } catch (error) {
      showError(reasonOf(error))
    }
  })
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
          <button
            type="button"
            className={controls.small}
            aria-label={`Sign out ${browser}`}
            aria-disabled={isBusy}
            onClick={act}
          >
            Sign Out
          </button>
        )}
      </td>
    </tr>
  )
}
