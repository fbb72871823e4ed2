import { getExportPrintRunManifestUrl, preparePrintRun, type PrintRunDetail } from '@app/api-client'
import { showError } from '@app/ui/notify'
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useOneAtATime } from '../../components/use-one-at-a-time.ts'
import { useWrite } from '../../edit/use-write.ts'
import { ExportLink } from '../../list/ExportLink.tsx'
import type { UrlState } from '../../list/use-url-state.ts'
import styles from './ProductionScreen.module.css'
import { isOpen } from './run-display.ts'

type Props = { run: PrintRunDetail; canEdit: boolean; url: UrlState }

export function RunActions({ run, canEdit, url }: Props) {
  const { status, failedFiles } = run
  const canChange = canEdit && isOpen(run)
  const ask = (question: string) => () => url.set({ ask: question })
  return (
    <div className={styles.actions}>
      {status !== 'canceled' && (
        <>
          <JobTicket run={run} />
          <ExportLink url={getExportPrintRunManifestUrl(run.id)} text="Manifest" />
        </>
      )}
      {canChange && <MakeAgain run={run} isMain={failedFiles > 0} />}
      {canChange && (
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
