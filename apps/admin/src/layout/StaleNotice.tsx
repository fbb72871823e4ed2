import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { Instant } from '../list/Instant.tsx'
import { reasonOf } from './ErrorNotice.tsx'
import type { FormValues } from './merge-edits.ts'
import styles from './StaleNotice.module.css'
import type { Conflict } from './use-conflict.ts'

type Props<Values extends FormValues> = {
  what: string
  conflict: Conflict<Values>
  fieldText: (field: string) => string
  valueText: (field: string, value: string) => string
  isSaving: boolean
  /** Saves the form over the version that is shown here, and over no later one. */
  onOverwrite: () => void
}

/** Somebody else saved in the meantime. Nobody's change is lost without a decision. */
export function StaleNotice<Values extends FormValues>(props: Props<Values>) {
  const { what, conflict, fieldText, valueText, isSaving, onOverwrite } = props
  const { clash, error, isGone, isSettled } = conflict
  const notice = useRef<HTMLDivElement>(null)
  // The notice is at the top of the form, while the button that was pressed is at its end.
  useEffect(() => notice.current?.focus(), [])
  const settle = () => {
    conflict.takeTheirs()
    // The button that was pressed disappears.
    notice.current?.focus()
  }
  const shown = (field: string, values: FormValues) => valueText(field, String(values[field]))

  return (
    <div ref={notice} role="alert" tabIndex={-1} className={styles.notice}>
      <p className={styles.title}>
        {clash?.stored.changedBy && clash.stored.changedAt ? (
          <>
            Changed by <span dir="auto">{clash.stored.changedBy}</span>, <Instant at={clash.stored.changedAt} />
          </>
        ) : (
          `Somebody else ${isGone ? 'deleted' : 'changed'} this ${what}`
        )}
      </p>
      {isGone && <p className={styles.text}>What you typed is still here. Save to create it again.</p>}
      {clash && <p className={styles.text}>{isSettled ? settled : advice}</p>}
      {!clash && !isGone && <p className={styles.text}>{error ? reasonOf(error) : 'Loading their version…'}</p>}
      {clash && (
        <table className={styles.differences}>
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Theirs</th>
              <th scope="col">Yours</th>
            </tr>
          </thead>
          <tbody>
            {clash.merged.clashes.map((field) => (
              <tr key={field}>
                <th scope="row">{fieldText(field)}</th>
                <td dir="auto">{shown(field, clash.stored.values)}</td>
                <td dir="auto">{shown(field, clash.merged.values)}</td>
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
        {clash && !isSettled && (
          <>
            <Button variant="default" disabled={isSaving} onClick={settle}>
              Use theirs
            </Button>
            <Button color="red" loading={isSaving} onClick={onOverwrite}>
              Overwrite
            </Button>
          </>
        )}
      </div>
    </div>
  )
}

const advice =
  'You both changed these fields. Everything else is merged: neither their changes nor yours are lost. Overwrite saves your values in these fields.'
const settled = 'Their values are in the form now. What you had typed is shown here until you save or close.'
