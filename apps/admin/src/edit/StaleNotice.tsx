import { Button, Table } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { reasonOf } from '../components/Notices.tsx'
import { Instant } from '../components/Instant.tsx'
import type { FormValues } from './merge-edits.ts'
import styles from './StaleNotice.module.css'
import type { Conflict } from './use-conflict.ts'

type Props<Values extends FormValues> = {
  what: string
  conflict: Conflict<Values>
  canCreate: boolean
  isSaving: boolean
  /** Saves the form over the version shown here, but not over a later one. */
  onSave: () => void
}

/** Someone else saved in the meantime. Every conflict needs a decision, so no change is lost. */
export function StaleNotice<Values extends FormValues>(props: Props<Values>) {
  const { what, conflict, canCreate, isSaving, onSave } = props
  const { clash, failure, isGone, requested, fieldText, valueText } = conflict
  const notice = useRef<HTMLDivElement>(null)
  // The notice is at the top of the form and the Save button at its end. A user who is typing keeps the focus.
  useEffect(() => {
    if (requested > 0) notice.current?.focus()
  }, [requested])
  const settle = () => {
    conflict.takeTheirs()
    // The pressed button disappears.
    notice.current?.focus()
  }
  const shown = (field: string, values: FormValues) => valueText(field, String(values[field]))

  if (!clash && !failure && !isGone) return null
  return (
    <div ref={notice} role="alert" tabIndex={-1} className={styles.notice}>
      <p className={styles.title}>
        {clash?.stored.changedBy && clash.stored.changedAt ? (
          <>
            Changed by <span dir="auto">{clash.stored.changedBy}</span>, <Instant at={clash.stored.changedAt} />
          </>
        ) : (
          `Someone else ${isGone ? 'deleted' : 'changed'} this ${what}`
        )}
      </p>
      {isGone && <p className={styles.text}>Your text is still here. {canCreate && 'Save to create it again.'}</p>}
      {failure && <p className={styles.text}>{reasonOf(failure)}</p>}
      {clash && (
        <>
          <p className={styles.text}>{clash.isSettled ? settled : advice}</p>
          <Table layout="fixed" tabularNums mt="sm" className={styles.differences}>
            <Table.Thead>
              <Table.Tr>
                {['Field', 'Theirs', 'Yours'].map((heading) => (
                  <Table.Th key={heading} scope="col">
                    {heading}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {clash.fields.map((field) => (
                <Table.Tr key={field}>
                  <Table.Th scope="row">{fieldText(field)}</Table.Th>
                  <Table.Td dir="auto">{shown(field, clash.stored.values)}</Table.Td>
                  <Table.Td dir="auto">{shown(field, clash.yours)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </>
      )}
      <div className={styles.buttons}>
        {failure && (
          <Button variant="default" loading={isSaving} onClick={onSave}>
            Retry
          </Button>
        )}
        {clash && !clash.isSettled && (
          <>
            <Button variant="default" disabled={isSaving} onClick={settle}>
              Use theirs
            </Button>
            <Button color="red" loading={isSaving} onClick={onSave}>
              Overwrite
            </Button>
          </>
        )}
      </div>
    </div>
  )
}

const advice =
  'You both changed these fields. All other changes are merged. Overwrite saves your values in these fields.'
const settled = 'The form now has their values. Your text is shown here until you save or close.'
