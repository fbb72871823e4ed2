import { brand } from '@app/brand'
import { ShownOnceDialog } from '../../components/ShownOnceDialog.tsx'

/** Shows recovery codes once. Closing before they were saved asks for confirmation. */
export const RecoveryCodesDialog = ({ codes, onClose }: { codes: string[]; onClose: () => void }) => (
  <ShownOnceDialog
    title="Recovery codes"
    label="Recovery codes"
    value={{
      list: codes,
      file: 'recovery-codes.txt',
      text: `Recovery codes of ${brand.productName}\n\n${codes.join('\n')}\n`,
    }}
    copy="Copy codes"
    question="Close without saving the codes?"
    loss="The codes can’t be shown again. You can create new ones later."
    onClose={onClose}
  >
    Store them somewhere you can reach without your phone. Each one works once, together with your password.
  </ShownOnceDialog>
)
