import { getExportPrintRunManifestUrl, preparePrintRun, type PrintRunDetail } from '@app/api-client'
import { showError } from '@app/ui/notify'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useOneAtATime } from '../../components/use-one-at-a-time.ts'
import { useWrite } from '../../edit/use-write.ts'
import { ExportLink } from '../../list/ExportLink.tsx'
import type { UrlState } from '../../list/use-url-state.ts'
import styles from './ProductionScreen.module.css'

type Props = { run: PrintRunDetail; canEdit: boolean; url: UrlState }

/** What can be done with a run in its status. */
export function RunActions({ run, canEdit, url }: Props) {
  const { status, failedFiles } = run
  const isOpen = status === 'preparing' || status === 'ready' || status === 'printed'
  const ask = (question: string) => () => url.set({ ask: question })
  return (
    <div className={styles.actions}>
      {status !== 'canceled' && (
        <>
          <JobTicket run={run} />
          <ExportLink url={getExportPrintRunManifestUrl(run.id)} text="Manifest" />
        </>
      )}
      {canEdit && isOpen && <MakeAgain run={run} isMain={failedFiles > 0} />}
      {canEdit && isOpen && (
        <>
          <Button variant="default" onClick={ask('spoil')}>
            Take out pieces…
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

/** A PDF that is made in the browser. */
function JobTicket({ run }: { run: PrintRunDetail }) {
  const [isDrawing, setDrawing] = useState(false)
  const oneAtATime = useOneAtATime()
  const save = async () => {
    setDrawing(true)
    try {
      // The PDF writer and the fonts are large, and only needed here.
      const { saveJobTicket } = await import('./job-ticket.ts')
      await saveJobTicket(run)
    } catch {
      showError({
        title: 'Error',
        message: 'The job ticket could not be created. Check your connection, then try again.',
      })
    } finally {
      setDrawing(false)
    }
  }
  return (
    <Button variant="default" loading={isDrawing} onClick={() => oneAtATime(save)}>
      Job ticket
    </Button>
  )
}

function MakeAgain({ run, isMain }: { run: PrintRunDetail; isMain: boolean }) {
  const { start, isPending } = useWrite({
    kind: 'print_runs',
    what: 'print run',
    send: () => preparePrintRun(run.id),
    saved: 'The files are being made again',
    failed: 'The files could not be queued',
  })
  return (
    <Button {...(!isMain && { variant: 'default' })} loading={isPending} onClick={() => start()}>
      Make files again
    </Button>
  )
}
