import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { Instant } from '../list/Instant.tsx'
import { reasonOf } from './ErrorNotice.tsx'
import styles from './StaleNotice.module.css'
import type { Conflict } from './use-conflict.ts'

type Values = Record<string, string | boolean>

type Props = {
  what: string
  conflict: Conflict<Values>
  fieldText: (field: string) => string
  valueText: (field: string, value: string) => string
  isSaving: boolean
  /** Saves the form over the version that is shown here, and over no later one. */
  onOverwrite: (version: number) => void
}

/** Somebody else saved in the meantime. Nobody's change is lost without a decision. */
export function StaleNotice({ what, conflict, fieldText, valueText, isSaving, onOverwrite }: Props) {
  const { stored, error, isReloaded, yours } = conflict
  const notice = useRef<HTMLDivElement>(null)
  // The notice is at the top of the form, while the button that was pressed is at its end.
  useEffect(() => notice.current?.focus(), [])
  const reload = () => {
    conflict.reload()
    // The button that was pressed disappears.
    notice.current?.focus()
  }

  const shown = (field: string, value: string | boolean | undefined) => valueText(field, String(value ?? ''))
  const differences = Object.entries(stored?.values ?? {})
    .map(([field, value]) => ({ field, theirs: shown(field, value), yours: shown(field, yours[field]) }))
    .filter((difference) => difference.theirs !== difference.yours)

  return (
    <div ref={notice} role="alert" tabIndex={-1} className={styles.notice}>
      <p className={styles.title}>
        {stored?.changedBy && stored.changedAt ? (
          <>
            Changed by <span dir="auto">{stored.changedBy}</span>, <Instant at={stored.changedAt} />
          </>
        ) : (
          `Someone else changed this ${what}`
        )}
      </p>
      {stored && <p className={styles.text}>{advice(isReloaded, differences.length)}</p>}
      {!stored && <p className={styles.text}>{error ? reasonOf(error) : 'Loading their version…'}</p>}
      {differences.length > 0 && (
        <table className={styles.differences}>
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Theirs</th>
              <th scope="col">Yours</th>
            </tr>
          </thead>
          <tbody>
            {differences.map(({ field, theirs, yours: own }) => (
              <tr key={field}>
                <th scope="row">{fieldText(field)}</th>
                <td dir="auto">{theirs}</td>
                <td dir="auto">{own}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div className={styles.buttons}>
        {error && (
          <Button variant="default" onClick={() => conflict.open()}>
            Retry
          </Button>
        )}
        {stored && !isReloaded && (
          <>
            <Button variant="default" disabled={isSaving} onClick={reload}>
              Reload
            </Button>
            <Button color="red" loading={isSaving} onClick={() => onOverwrite(stored.version)}>
              Overwrite
            </Button>
          </>
        )}
      </div>
    </div>
  )
}

function advice(isReloaded: boolean, differences: number): string {
  if (isReloaded) return 'Their version is in the form now. What you had typed is shown here until you save or close.'
  if (differences === 0) return 'What they saved is the same as yours.'
  return 'Reload to put their version into the form. Overwrite to save yours in its place.'
}
