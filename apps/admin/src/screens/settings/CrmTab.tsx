import { type CrmStatus, pauseCrm, resumeCrm, useGetCrmStatus } from '@app/api-client'
import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Link } from 'react-router-dom'
import { absent, ageText, figure } from '../../components/format.ts'
import { ConfirmWrite } from '../../edit/ConfirmWrite.tsx'
import { useWrite } from '../../edit/use-write.ts'
import { Loaded } from '../../components/Loaded.tsx'
import { StateText } from '../../components/StateText.tsx'
import { Figure, Figures } from '../../components/Figures.tsx'
import { Instant } from '../../components/Instant.tsx'
import toolbar from '../../components/Toolbar.module.css'
import rows from '../../list/Rows.module.css'
import { routes } from '../../urls/routes.ts'

export function CrmTab() {
  const crm = useGetCrmStatus()
  return (
    <Loaded query={crm} failure="The CRM status could not be loaded" height={260}>
      {(status) => (
        <>
          <div className={toolbar.bar}>
            <ConnectionState status={status} />
            <div className={rows.actions}>
              <Button variant="default" loading={crm.isFetching} onClick={() => void crm.refetch()}>
                Refresh
              </Button>
              {status.state === 'working' && <PauseButton />}
              {status.state === 'paused' && <ResumeButton isRefused={status.pausedBy === 'credentials'} />}
            </div>
          </div>
          <StatusFigures status={status} />
        </>
      )}
    </Loaded>
  )
}

function ConnectionState({ status }: { status: CrmStatus }) {
  const { state, pausedBy, pausedByName, pausedSince, pausedReason } = status
  if (state === 'not_configured') {
    return (
      <StateText tone="waiting" title="Not configured">
        Leads and sample requests are stored until the CRM is connected. Set <code>PIPEDRIVE_API_TOKEN</code> on the
        server to send them.
      </StateText>
    )
  }
  if (state === 'working') {
    return (
      <StateText tone="done" title="Working">
        New leads and sample requests are sent within seconds.
      </StateText>
    )
  }
  const isRefused = pausedBy === 'credentials'
  return (
    <StateText
      tone={isRefused ? 'failed' : 'waiting'}
      title={isRefused ? 'Paused: the CRM rejected our credentials' : 'Paused by staff'}
    >
      {pausedByName && (
        <>
          <span dir="auto">{pausedByName}</span>
          {' · '}
        </>
      )}
      {pausedSince && (
        <>
          since <Instant at={pausedSince} />.{' '}
        </>
      )}
      {pausedReason} Nothing is lost: new records wait and are sent afterwards.
      {isRefused && ' It resumes automatically once the CRM accepts the token again.'}
    </StateText>
  )
}

const StatusFigures = ({ status: { lastSuccessAt, waiting, oldestWaitingSeconds, failed } }: { status: CrmStatus }) => (
  <Figures>
    <Figure label="Last success">{lastSuccessAt ? <Instant at={lastSuccessAt} /> : absent}</Figure>
    <Figure label="Waiting">{figure(waiting)}</Figure>
    <Figure label="Oldest waiting">{waiting > 0 ? ageText(oldestWaitingSeconds) : absent}</Figure>
    <Figure
      label="Failed"
      note={
        failed > 0 && (
          <>
            <Link to={`${routes.dashboard.path}?status=sync_failed`}>Failed leads</Link>
            <Link to={`${routes.samples.path}?tab=requests&sync=failed`}>Failed requests</Link>
          </>
        )
      }
    >
      {figure(failed)}
    </Figure>
  </Figures>
)

function PauseButton() {
  const [isAsking, question] = useDisclosure(false)
  return (
    <>
      <Button onClick={question.open}>Pause</Button>
      {isAsking && (
        <ConfirmWrite
          title="Pause CRM sync"
          action="Pause"
          color="ink"
          kind="accounts"
          what="connection"
          send={() => pauseCrm()}
          saved="CRM sync paused"
          failed="Failed to pause CRM sync"
          onClose={question.close}
        >
          No records are sent to the CRM until an owner resumes the sync. New records wait until then.
        </ConfirmWrite>
      )}
    </>
  )
}

function ResumeButton({ isRefused }: { isRefused: boolean }) {
  const resume = useWrite({
    kind: 'accounts',
    what: 'connection',
    send: () => resumeCrm(),
    saved: 'CRM sync resumed',
    failed: 'Failed to resume CRM sync',
  })
  return (
    <Button loading={resume.isPending} onClick={() => resume.start()}>
      {isRefused ? 'Try again now' : 'Resume'}
    </Button>
  )
}
