import { type PrintRun, useListPrintRuns } from '@app/api-client'
import { optionsOf, printRunStatusLabels } from '@app/labels'
import { Badge } from '@mantine/core'
import { countText, dayText, figure } from '../../components/format.ts'
import { Stamp } from '../../components/Instant.tsx'
import { FilterSelect } from '../../list/FilterSelect.tsx'
import { PagedRows } from '../../list/PagedRows.tsx'
import { firstPage, keepPage, pageOf, type UrlState, useUrlState, valueOf } from '../../list/use-url-state.ts'
import { Cell, Row } from '../../list/Row.tsx'
import toolbar from '../../components/Toolbar.module.css'
import rows from '../../list/Rows.module.css'
import styles from './ProductionScreen.module.css'
import { filesText, kindText, statusColor, statusText } from './run-display.ts'
import { RunView } from './RunView.tsx'

const statuses = optionsOf(printRunStatusLabels)

export function RunsTab() {
  const url = useUrlState()
  const run = url.get('run')
  return run ? <RunView key={run} id={run} url={url} /> : <RunList url={url} />
}

function RunList({ url }: { url: UrlState }) {
  const status = valueOf(statuses, url.get('status'))
  const runs = useListPrintRuns({ ...pageOf(url), ...(status && { status }) }, keepPage)
  return (
    <>
      <div className={toolbar.filters}>
        <FilterSelect name="status" label="Status" all="All statuses" options={statuses} />
      </div>
      <PagedRows
        query={runs}
        label="Print runs"
        empty={status ? 'No runs match' : 'No print runs yet'}
        hint="Create one from the waiting pieces."
      >
        {(run) => <RunRow key={run.id} run={run} onOpen={() => url.set({ run: run.id, ...firstPage })} />}
      </PagedRows>
    </>
  )
}

function RunRow({ run, onOpen }: { run: PrintRun; onOpen: () => void }) {
  const { number, status, pieces, spoiled, createdAt, createdBy, failedFiles, mailedOn } = run
  return (
    <Row label={`Run ${number}`} columns="4fr 4fr 4fr">
      <Cell note={<Stamp text="Created" at={createdAt} by={createdBy} />}>
        <div className={rows.name}>
          <button type="button" className={styles.open} onClick={onOpen}>
            Run {number}
          </button>
          <Badge color={statusColor(status)}>{statusText(status)}</Badge>
        </div>
      </Cell>
      <Cell note={run.stock}>{kindText(run)}</Cell>
      <div>
        <p>
          {countText(pieces, 'piece')}
          {spoiled > 0 && `, ${figure(spoiled)} removed`}
        </p>
        <p className={failedFiles > 0 ? styles.failure : rows.quiet}>
          {filesText(run)}
          {mailedOn && `Mailed ${dayText(mailedOn)}`}
        </p>
      </div>
    </Row>
  )
}
