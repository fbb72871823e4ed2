import { figure } from '../../components/figure.ts'
import { type PrintRunDetail, useGetPrintRun } from '@app/api-client'
import { Badge, Button, Skeleton } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { EmptyNotice } from '../../components/EmptyNotice.tsx'
import { ErrorNotice, statusOf } from '../../components/ErrorNotice.tsx'
import { Figure, Figures } from '../../components/Figures.tsx'
import { Instant } from '../../components/Instant.tsx'
import { firstPage } from '../../list/paging.ts'
import type { UrlState } from '../../list/use-url-state.ts'
import { useCanEdit } from '../../session/use-staff.ts'
import styles from './ProductionScreen.module.css'
import { RunActions } from './RunActions.tsx'
import { RunDialogs } from './RunDialogs.tsx'
import { RunFiles } from './RunFiles.tsx'
import { RunPieces } from './RunPieces.tsx'
import { RunState } from './RunState.tsx'
import { dayText } from '../../components/date-text.ts'
import { kindText, statusColor, statusText } from './run-display.ts'

type Props = { id: string; url: UrlState }

/** One run: its state, files, and pieces, and what can be done with it. */
export function RunView({ id, url }: Props) {
  const canEdit = useCanEdit()
  const query = useGetPrintRun(id)
  const run = query.data?.data
  const leave = () => url.set({ run: undefined, q: undefined, only: undefined, ask: undefined, ...firstPage })
  const isGone = query.isError && [400, 404].includes(statusOf(query.error) ?? 0)
  return (
    <>
      <div className={styles.bar}>
        <Button variant="default" size="compact-sm" onClick={leave}>
          All runs
        </Button>
      </div>
      {query.isPending && <Skeleton height={420} radius="md" role="status" aria-label="Loading" />}
      {isGone && <EmptyNotice title="There is no such run">The link may be wrong.</EmptyNotice>}
      {query.isError && !isGone && <ErrorNotice title="The run could not be loaded" query={query} />}
      {run && (
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
    </>
  )
}

function RunHead({ run, canEdit, url }: { run: PrintRunDetail; canEdit: boolean; url: UrlState }) {
  const title = useRef<HTMLHeadingElement>(null)
  // The list that was there has gone, with its focus.
  useEffect(() => title.current?.focus({ preventScroll: true }), [])
  return (
    <div className={styles.head}>
      <h2 ref={title} id="run-title" tabIndex={-1} className={styles.title}>
        Run {run.number} <Badge color={statusColor(run.status)}>{statusText(run.status)}</Badge>
      </h2>
      <RunActions run={run} canEdit={canEdit} url={url} />
    </div>
  )
}

const Counts = ({ run: { pieces, sheets, spoiled, files, preparedFiles } }: { run: PrintRunDetail }) => (
  <Figures>
    <Figure label="Pieces" note={spoiled > 0 && `${figure(spoiled)} taken out`}>
      {figure(pieces)}
    </Figure>
    <Figure label="Sheets">{figure(sheets)}</Figure>
    <Figure label="Files made">
      {figure(preparedFiles)} of {figure(files)}
    </Figure>
  </Figures>
)

function Facts({ run }: { run: PrintRunDetail }) {
  const { printedAt, mailedOn, postOffice, statementNumber } = run
  return (
    <dl className={styles.facts}>
      <dt>Revision</dt>
      <dd>{figure(run.revision)}</dd>
      <dt>Size and class</dt>
      <dd>{kindText(run)}</dd>
      <dt>Stock</dt>
      <dd>{run.stock}</dd>
      <dt>Cutoff</dt>
      <dd>
        <Instant at={run.cutoffAt} />
      </dd>
      <dt>Created</dt>
      <dd>
        <Instant at={run.createdAt} /> by <bdi>{run.createdBy}</bdi>
      </dd>
      {printedAt && (
        <>
          <dt>Printed</dt>
          <dd>
            <Instant at={printedAt} /> by <bdi>{run.printedBy}</bdi>
          </dd>
        </>
      )}
      {mailedOn && (
        <>
          <dt>Mailed</dt>
          <dd>
            {dayText(mailedOn)}, recorded by <bdi>{run.mailedBy}</bdi>
          </dd>
          <dt>Post office</dt>
          <dd>{postOffice ? <bdi>{postOffice}</bdi> : 'Not recorded'}</dd>
          <dt>Statement number</dt>
          <dd>{statementNumber ? <bdi>{statementNumber}</bdi> : 'Not recorded'}</dd>
        </>
      )}
    </dl>
  )
}
