import {
  getExportPrintRunManifestUrl,
  preparePrintRun,
  type PrintRunDetail,
  useGetPrintRun,
  useListRenderers,
} from '@app/api-client'
import { Badge, Button } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { showError } from '@app/ui/notify'
import { useMutation } from '@tanstack/react-query'
import { countText, dayText, figure } from '../../components/format.ts'
import { Loaded } from '../../components/Loaded.tsx'
import { EmptyNotice } from '../../components/Notices.tsx'
import { Figure, Figures } from '../../components/Figures.tsx'
import { Instant, Stamp } from '../../components/Instant.tsx'
import { firstPage, type UrlState } from '../../list/use-url-state.ts'
import { useCanEdit } from '../../session/use-staff.ts'
import styles from './ProductionScreen.module.css'
import toolbar from '../../components/Toolbar.module.css'
import rows from '../../list/Rows.module.css'
import { RunDialogs } from './RunDialogs.tsx'
import { RunFiles } from './RunFiles.tsx'
import { RunPieces } from './RunPieces.tsx'
import { isOpen, kindText, statusColor, statusText } from './run-display.ts'
import { StateText } from '../../components/StateText.tsx'
import { useOneAtATime } from '../../components/use-one-at-a-time.ts'
import { useWrite } from '../../edit/use-write.ts'
import { ExportLink } from '../../list/ExportLink.tsx'

type Props = { id: string; url: UrlState }

/** One run: its state, files, pieces, and actions. */
export function RunView({ id, url }: Props) {
  const canEdit = useCanEdit()
  const query = useGetPrintRun(id)
  const leave = () => url.set({ run: undefined, q: undefined, only: undefined, ask: undefined, ...firstPage })
  return (
    <>
      <div className={toolbar.bar}>
        <Button variant="default" size="compact-sm" onClick={leave}>
          All runs
        </Button>
      </div>
      <Loaded
        query={query}
        failure="The run could not be loaded"
        height={420}
        gone={<EmptyNotice title="Run not found">The link may be wrong.</EmptyNotice>}
      >
        {(run) => (
          <article className={styles.run} aria-labelledby="run-title">
            <RunHead run={run} canEdit={canEdit} url={url} />
            <RunState run={run} />
            <Counts run={run} />
            <Facts run={run} />
            {run.status !== 'canceled' && <RunFiles run={run} />}
            <RunPieces run={run} url={url} canEdit={canEdit} />
            {canEdit && <RunDialogs run={run} url={url} />}
          </article>
        )}
      </Loaded>
    </>
  )
}

function RunHead({ run, canEdit, url }: { run: PrintRunDetail; canEdit: boolean; url: UrlState }) {
  const title = useRef<HTMLHeadingElement>(null)
  // The list that had the focus is gone.
  useEffect(() => title.current?.focus({ preventScroll: true }), [])
  return (
    <div className={toolbar.bar}>
      <h2 ref={title} id="run-title" tabIndex={-1} className={styles.title}>
        Run {run.number} <Badge color={statusColor(run.status)}>{statusText(run.status)}</Badge>
      </h2>
      <RunActions run={run} canEdit={canEdit} url={url} />
    </div>
  )
}

const Counts = ({ run: { pieces, sheets, spoiled, files, preparedFiles } }: { run: PrintRunDetail }) => (
  <Figures>
    <Figure label="Pieces" note={spoiled > 0 && `${figure(spoiled)} removed`}>
      {figure(pieces)}
    </Figure>
    <Figure label="Sheets">{figure(sheets)}</Figure>
    <Figure label="Files ready">
      {figure(preparedFiles)} of {figure(files)}
    </Figure>
  </Figures>
)

function Facts({ run }: { run: PrintRunDetail }) {
  const { printedAt, mailedOn } = run
  return (
    <dl className={styles.facts}>
      <Fact label="Revision">{figure(run.revision)}</Fact>
      <Fact label="Size and class">{kindText(run)}</Fact>
      <Fact label="Stock">{run.stock}</Fact>
      <Fact label="Cutoff">
        <Instant at={run.cutoffAt} />
      </Fact>
      <Fact label="Created">
        <Stamp text="" at={run.createdAt} by={run.createdBy} />
      </Fact>
      <Fact label="Printed">{printedAt && <Stamp text="" at={printedAt} by={run.printedBy} />}</Fact>
      <Fact label="Mailed">{mailedOn && `${dayText(mailedOn)}, recorded by ${run.mailedBy}`}</Fact>
      <Fact label="Post office">{mailedOn && (run.postOffice || 'Not recorded')}</Fact>
      <Fact label="Statement number">{mailedOn && (run.statementNumber || 'Not recorded')}</Fact>
    </dl>
  )
}

/** Hidden without a value. */
const Fact = ({ label, children }: { label: string; children: ReactNode }) =>
  children && (
    <>
      <dt>{label}</dt>
      <dd dir="auto">{children}</dd>
    </>
  )

/** The state of a run, and the next step for staff. */
function RunState({ run }: { run: PrintRunDetail }) {
  const { status, preparedFiles, files, failedFiles } = run
  if (failedFiles > 0) {
    return (
      <StateText tone="failed" title={`${countText(failedFiles, 'file')} could not be generated`}>
        The reason is shown with each file. Restore any lost print files from the backup of the file store, then
        regenerate the files. A lost print file is never replaced, because its customer approved it as it was: without a
        backup, reject its piece. The customer sees the reason and is not charged.
      </StateText>
    )
  }
  if (status === 'preparing') return <Preparing ready={preparedFiles} files={files} />
  if (status === 'ready') {
    return (
      <StateText tone="done" title="Ready to print">
        Download the files and the job ticket. When every file is printed in its latest revision, mark the run as
        printed.
      </StateText>
    )
  }
  if (status === 'printed') {
    return (
      <StateText tone="waiting" title="Printed, not mailed yet">
        Remove spoiled pieces. After the mail goes out, mark the run as mailed.
      </StateText>
    )
  }
  return null
}

function Preparing({ ready, files }: { ready: number; files: number }) {
  const renderers = useListRenderers()
  const isIdle = renderers.data?.data.length === 0
  return (
    <StateText tone={isIdle ? 'failed' : 'waiting'} title={`${ready} of ${countText(files, 'file')} ready`}>
      {isIdle
        ? 'No renderer is running. The files will be generated once one starts.'
        : 'Renderers are generating the files. Each appears here when it’s ready.'}
    </StateText>
  )
}

type ActionsProps = { run: PrintRunDetail; canEdit: boolean; url: UrlState }

function RunActions({ run, canEdit, url }: ActionsProps) {
  const { status, failedFiles } = run
  const canChange = canEdit && isOpen(run)
  const ask = (question: string) => () => url.set({ ask: question })
  return (
    <div className={rows.actions}>
      {status !== 'canceled' && (
        <>
          <JobTicket run={run} />
          <ExportLink url={getExportPrintRunManifestUrl(run.id)} text="Manifest" />
        </>
      )}
      {canChange && <RegenerateButton run={run} isMain={failedFiles > 0} />}
      {canChange && (
        <>
          <Button variant="default" onClick={ask('spoil')}>
            Remove pieces…
          </Button>
          <Button variant="default" onClick={ask('cancel')}>
            Cancel run…
          </Button>
        </>
      )}
      {canEdit && status === 'ready' && <Button onClick={ask('print')}>Mark as printed…</Button>}
      {canEdit && status === 'printed' && <Button onClick={ask('mail')}>Mark as mailed…</Button>}
      {canEdit && status === 'mailed' && (
        <Button variant="default" onClick={ask('mail')}>
          Edit mailing…
        </Button>
      )}
    </div>
  )
}

/** Creates the job ticket as a PDF in the browser. */
function JobTicket({ run }: { run: PrintRunDetail }) {
  const oneAtATime = useOneAtATime()
  const save = useMutation({
    // The PDF writer and the fonts are large, and only needed here.
    mutationFn: async () => (await import('./job-ticket.ts')).saveJobTicket(run),
    onError: () =>
      showError({
        title: 'Error',
        message: 'The job ticket could not be created. Check your connection, then try again.',
      }),
  })
  return (
    <Button variant="default" loading={save.isPending} onClick={() => oneAtATime(() => save.mutateAsync())}>
      Job ticket
    </Button>
  )
}

function RegenerateButton({ run, isMain }: { run: PrintRunDetail; isMain: boolean }) {
  const { start, isPending } = useWrite({
    kind: 'print_runs',
    what: 'print run',
    send: () => preparePrintRun(run.id),
    saved: 'Files are being regenerated',
    failed: 'The files could not be queued',
  })
  return (
    <Button {...(!isMain && { variant: 'default' })} loading={isPending} onClick={() => start()}>
      Regenerate files
    </Button>
  )
}
