import {
  type CrmStatus,
  getListSettingsAuditQueryKey,
  useGetCrmStatus,
  usePauseCrm,
  useResumeCrm,
} from '@app/api-client'
import { Button, Skeleton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { Confirm } from '../../layout/Confirm.tsx'
import { ErrorNotice } from '../../layout/ErrorNotice.tsx'
import { showRefusal } from '../../layout/show-refusal.ts'
import { showSaved } from '../../layout/toasts.tsx'
import { useOneAtATime } from '../../layout/use-one-at-a-time.ts'
import { absent } from '../../list/date-text.ts'
import { Instant } from '../../list/Instant.tsx'
import { routes } from '../../routes.ts'
import styles from './CrmTab.module.css'
import { ageText } from './age-text.ts'

const figure = new Intl.NumberFormat('en-US')

export function CrmTab() {
  const crm = useGetCrmStatus()
  if (crm.isError) {
    return (
      <ErrorNotice
        title="The state of the CRM connection could not be loaded"
        error={crm.error}
        onRetry={() => void crm.refetch()}
        isRetrying={crm.isFetching}
      />
    )
  }
  if (crm.isPending) return <Skeleton height={260} radius="md" role="status" aria-label="Loading" />
  const status = crm.data.data
  return (
    <>
      <div className={styles.bar}>
        <StateText status={status} />
        <div className={styles.buttons}>
          <Button variant="default" loading={crm.isFetching} onClick={() => void crm.refetch()}>
            Refresh
          </Button>
          {status.state === 'working' && <PauseButton />}
          {status.state === 'paused' && <ResumeButton isRefused={status.pausedBy === 'credentials'} />}
        </div>
      </div>
      <Figures status={status} />
    </>
  )
}

function StateText({ status }: { status: CrmStatus }) {
  const { state, pausedBy, pausedByName, pausedSince, pausedReason } = status
  if (state === 'not_configured') {
    return (
      <div className={styles.state} data-tone="waiting">
        <p className={styles.title}>Not configured</p>
        <p className={styles.text}>
          Leads and sample requests are stored and wait. Set <code>PIPEDRIVE_API_TOKEN</code> on the server to send
          them.
        </p>
      </div>
    )
  }
  if (state === 'working') {
    return (
      <div className={styles.state} data-tone="done">
        <p className={styles.title}>Working</p>
        <p className={styles.text}>New leads and sample requests are sent within seconds.</p>
      </div>
    )
  }
  return (
    <div className={styles.state} data-tone={pausedBy === 'credentials' ? 'failed' : 'waiting'}>
      <p className={styles.title}>
        {pausedBy === 'credentials' ? 'Paused: the CRM refuses our credentials' : 'Paused by staff'}
      </p>
      <p className={styles.text}>
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
        {pausedBy === 'credentials' && ' It resumes by itself once the CRM accepts the token again.'}
      </p>
    </div>
  )
}

function Figures({ status: { lastSuccessAt, waiting, oldestWaitingSeconds, failed } }: { status: CrmStatus }) {
  return (
    <dl className={styles.figures}>
      <div>
        <dt>Last success</dt>
        <dd>{lastSuccessAt ? <Instant at={lastSuccessAt} /> : absent}</dd>
      </div>
      <div>
        <dt>Waiting</dt>
        <dd>{figure.format(waiting)}</dd>
      </div>
      <div>
        <dt>Oldest waiting</dt>
        <dd>{waiting > 0 ? ageText(oldestWaitingSeconds) : absent}</dd>
      </div>
      <div>
        <dt>Failed</dt>
        <dd>{figure.format(failed)}</dd>
        {failed > 0 && (
          <dd className={styles.links}>
            <Link to={`${routes.dashboard.path}?status=sync_failed`}>Failed leads</Link>
            <Link to={`${routes.samples.path}?tab=requests&sync=failed`}>Failed requests</Link>
          </dd>
        )}
      </div>
    </dl>
  )
}

/** Confirms a change, and reloads the log of changes on the tab beside this one. */
function useConfirmSaved() {
  const queryClient = useQueryClient()
  return (message: string) => {
    showSaved(message)
    void queryClient.invalidateQueries({ queryKey: getListSettingsAuditQueryKey() })
  }
}

function PauseButton() {
  const [isAsking, question] = useDisclosure(false)
  const write = useOneAtATime()
  const confirmSaved = useConfirmSaved()
  const pause = usePauseCrm({
    mutation: {
      onSuccess: () => confirmSaved('CRM sync paused'),
      onError: (error) => showRefusal(error, 'Failed to pause CRM sync'),
      onSettled: question.close,
    },
  })
  return (
    <>
      <Button onClick={question.open}>Pause</Button>
      <Confirm
        opened={isAsking}
        title="Pause CRM sync"
        action="Pause"
        color="ink"
        isWorking={pause.isPending}
        onConfirm={() => write(() => pause.mutateAsync())}
        onClose={question.close}
      >
        No record is sent to the CRM until an owner resumes. New records wait until then.
      </Confirm>
    </>
  )
}

function ResumeButton({ isRefused }: { isRefused: boolean }) {
  const write = useOneAtATime()
  const confirmSaved = useConfirmSaved()
  const resume = useResumeCrm({
    mutation: {
      onSuccess: () => confirmSaved('CRM sync resumed'),
      onError: (error) => showRefusal(error, 'Failed to resume CRM sync'),
    },
  })
  return (
    <Button loading={resume.isPending} onClick={() => write(() => resume.mutateAsync())}>
      {isRefused ? 'Try again now' : 'Resume'}
    </Button>
  )
}
