import type { PrintTemplate } from '@app/api-client'
import fields from '../forms/Field.module.css'
import { AskFirst } from './AskFirst.tsx'
import { formatTime } from './format-time.ts'
import { sizeLabel } from './sandbox-request.ts'
import styles from './Sandbox.module.css'

interface TemplateRowProps {
  template: PrintTemplate
  /** The latest version this browser has loaded. */
  localVersion: number | undefined
  /** Label of the side it is open as, if it is in the editor. */
  openAs: string | undefined
  isBusy: boolean
  open: () => void
  remove: () => void
}

/** One saved template, with a confirmation before it is deleted. */
export function TemplateRow({ template, localVersion, openAs, isBusy, open, remove }: TemplateRowProps) {
  const { Id, Name, Size, Version, Lint, UpdatedAt } = template
  const isNewer = localVersion !== undefined && Version > localVersion
  const errors = Lint.filter(({ Severity }) => Severity === 'error').length
  return (
    <li>
      <strong>{Name}</strong> <code>{Id}</code>
      <p>
        {Size && sizeLabel(Size)}, version {Version}, {formatTime(UpdatedAt)}
        {openAs !== undefined && `, in the editor as ${openAs}`}
      </p>
      {errors > 0 && (
        <p className={fields.fault}>
          {errors === 1 ? 'Has an error' : `Has ${errors} errors`} and can’t be proofed. Open it to see the details.
        </p>
      )}
      {isNewer && (
        <p className={styles.warning}>
          Version {Version} was saved elsewhere. This browser still has version {localVersion}.
        </p>
      )}
      <AskFirst
        label="Delete"
        name={`Delete ${Name}`}
        question={`Delete “${Name}” and all of its versions? Existing proofs remain until they expire.`}
        yes={isBusy ? 'Deleting...' : 'Delete It'}
        isBusy={isBusy}
        act={remove}
        className={styles.link}
      >
        <button type="button" className={styles.link} aria-disabled={isBusy} onClick={open}>
          {isBusy ? 'Opening...' : isNewer ? `Open Version ${Version}` : 'Open'}
        </button>
      </AskFirst>
    </li>
  )
}
