import { Button } from '@mantine/core'
import { useId, useRef, useState } from 'react'
import styles from './Import.module.css'
import { FileFault, type LeadFile, readLeadFile } from './read-file.ts'

type Props = { isAsked: boolean; onFile: (file: LeadFile) => void }

/** A file is chosen or dropped. It is read here, and sent nowhere. */
export function FileStep({ isAsked, onFile }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const hint = useId()
  const [isReading, setReading] = useState(false)
  const [fault, setFault] = useState<string>()
  const [isOver, setOver] = useState(false)
  const error = fault ?? (isAsked ? 'Choose a file first.' : undefined)
  const take = async (file: File | undefined) => {
    if (!file || isReading) return
    setReading(true)
    setFault(undefined)
    try {
      onFile(await readLeadFile(file))
    } catch (failure) {
      setFault(failure instanceof FileFault ? failure.message : 'The file could not be read. Choose it again.')
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
        aria-label="File of leads"
        aria-invalid={error !== undefined}
        aria-describedby={hint}
        onChange={(event) => {
          void take(event.currentTarget.files?.[0])
          // The same file can be chosen again once it has been mended.
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
          Up to 10,000 rows and 5 MB, with headings in the first row. Separators may be commas, semicolons or tabs. The
          file itself is not stored.
        </p>
      </div>
    </div>
  )
}
