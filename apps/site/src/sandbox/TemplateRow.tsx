import type { PrintTemplate } from '@app/api-client'
import { useState } from 'react'
import buttons from '../components/buttons.module.css'
import { formatTime } from './format-time.ts'
import { sizeLabels } from './sandbox-request.ts'
import own from './KeyFeatures.module.css'
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
  /** Undefined until the visitor first clicks Delete. */
  const [isConfirming, setIsConfirming] = useState<boolean>()
  const isNewer = localVersion !== undefined && Version > localVersion
  const errors = Lint.filter(({ Severity }) => Severity === 'error').length
  return (
    <li>
      <strong>{Name}</strong> <code>{Id}</code>
      <p>
        {Size && sizeLabels[Size]}, version {Version}, {formatTime(UpdatedAt)}
        {openAs !== undefined && `, in the editor as ${openAs}`}
      </p>
      {errors > 0 && (
        <p className={styles.fault}>
          {errors === 1 ? 'Has an error' : `Has ${errors} errors`} and can’t be proofed. Open it to see the details.
        </p>
      )}
      {isNewer && (
        <p className={styles.warning}>
          Version {Version} was saved elsewhere. This browser still has version {localVersion}.
        </p>
      )}
      {isConfirming ? (
        <div className={own.question} role="group" aria-label={`Delete ${Name}`}>
          <p>Delete “{Name}” and all of its versions? Existing proofs remain until they expire.</p>
          <p className={styles.row}>
            {/* The confirmation takes the focus, on the safe choice. */}
            {/* oxlint-disable-next-line jsx-a11y/no-autofocus */}
            <button type="button" autoFocus className={buttons.secondary} onClick={() => setIsConfirming(false)}>
              Keep It
            </button>
            <button type="button" className={buttons.secondary} aria-disabled={isBusy} onClick={remove}>
              {isBusy ? 'Deleting...' : 'Delete It'}
            </button>
          </p>
        </div>
      ) : (
        <p className={styles.row}>
          <button type="button" className={styles.link} aria-disabled={isBusy} onClick={open}>
            {isBusy ? 'Opening...' : isNewer ? `Open Version ${Version}` : 'Open'}
          </button>
          {/* Canceling the deletion returns the focus here. */}
          {/* oxlint-disable-next-line jsx-a11y/no-autofocus */}
          <button
            type="button"
            autoFocus={isConfirming === false}
            className={styles.link}
            onClick={() => setIsConfirming(true)}
          >
            Delete
          </button>
        </p>
      )}
    </li>
  )
}
