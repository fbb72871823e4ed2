import { type PrintRunDetail, useListRenderers } from '@app/api-client'
import { countText } from '../../components/figure.ts'
import { StateText } from '../../components/StateText.tsx'

/** The state of a run, and the next step for staff. */
export function RunState({ run }: { run: PrintRunDetail }) {
  const { status, preparedFiles, files, failedFiles } = run
  if (failedFiles > 0) {
    return (
      <StateText tone="failed" title={`${countText(failedFiles, 'file')} could not be made`}>
        The reason is shown with each file. Restore any lost print files from the backup of the file store, then make
        the files again. A lost print file is never replaced, because its customer approved it as it was: without a
        backup, reject its piece. The customer sees the reason and is not charged.
      </StateText>
    )
  }
  if (status === 'preparing') return <Preparing made={preparedFiles} files={files} />
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
        Take out pieces that were spoiled. When the mail has left, mark the run as mailed.
      </StateText>
    )
  }
  return null
}

function Preparing({ made, files }: { made: number; files: number }) {
  const renderers = useListRenderers()
  const isIdle = renderers.data?.data.length === 0
  return (
    <StateText tone={isIdle ? 'failed' : 'waiting'} title={`${made} of ${countText(files, 'file')} made`}>
      {isIdle
        ? 'No renderer is running. The files are made once one starts.'
        : 'Renderers are making the files. Each appears here when it is ready.'}
    </StateText>
  )
}
