import { Button } from '@mantine/core'
import { useId, useRef, useState } from 'react'
import styles from './Files.module.css'
import { FileError, type TableFile } from './read-table.ts'

type Props = {
  /** Such as "CSV file of leads". */
  label: string
  read: (file: File) => Promise<TableFile>
  isSubmitted: boolean
  onFile: (file: TableFile) => void
}

/** The user chooses or drops a file. It is read in the browser and not uploaded. */
export function FileChoice({ label, read, isSubmitted, onFile }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const hint = useId()
  const [isReading, setReading] = useState(false)
  const [fault, setFault] = useState<string>()
  const [isOver, setOver] = useState(false)
  const error = fault ?? (isSubmitted ? 'Choose a file.' : undefined)
  const take = async (file: File | undefined) => {
    if (!file || isReading) return
    setReading(true)
    setFault(undefined)
    try {
      onFile(await read(file))
    } catch (failure) {
      setFault(failure instanceof FileError ? failure.message : 'The file could not be read. Choose it again.')
    } finally {
      setReading(false)
    }
  }
  return (
    <div
      className={styles.drop}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        void take(event.dataTransfer.files[0])
      }}
    >
      <p>Drop a CSV file here, or choose one.</p>
      <input
        ref={input}
        type="file"
        accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
        className={styles.input}
        aria-label={label}
        aria-invalid={error !== undefined}
        aria-describedby={hint}
        onChange={(event) => {
          void take(event.currentTarget.files?.[0])
          // Allows the same file to be chosen again once it has been fixed.
          event.currentTarget.value = ''
        }}
      />
      <Button variant="default" loading={isReading} tabIndex={-1} aria-hidden onClick={() => input.current?.click()}>
        Choose a file
      </Button>
      <div id={hint}>
        {error && (
          <p role="alert" className={styles.fault}>
            {error}
          </p>
        )}
        <p className={styles.quiet}>
          Up to 10,000 rows and 5 MB, with headings in the first row. Cells can be separated by commas, semicolons, or
          tabs. The file itself is not stored.
        </p>
      </div>
    </div>
  )
}
