import { getGetPrintRunFileUrl, type PrintRunDetail, type PrintRunFile } from '@app/api-client'
import { Badge } from '@mantine/core'
import { countText } from '../../components/format.ts'
import { ExportLink } from '../../list/ExportLink.tsx'
import rows from '../../list/Rows.module.css'
import { useCanEdit } from '../../session/use-staff.ts'
import styles from './ProductionScreen.module.css'
import { bytesText } from './run-display.ts'

const states: Readonly<Record<PrintRunFile['state'], { text: string; color: string }>> = {
  waiting: { text: 'Waiting', color: 'gold' },
  ready: { text: 'Ready', color: 'teal' },
  failed: { text: 'Failed', color: 'red' },
  empty: { text: 'No pieces', color: 'gray' },
  deleted: { text: 'Deleted', color: 'gray' },
}

/** The files that are printed. They hold names and addresses, so viewers cannot download them. */
export function RunFiles({ run: { parts } }: { run: PrintRunDetail }) {
  const canDownload = useCanEdit()
  return (
    <section aria-labelledby="run-files">
      <h3 id="run-files" className={styles.heading}>
        Files
      </h3>
      <ul aria-label="Files" className={rows.rows}>
        {parts.map((part) => (
          <FileRow key={part.id} part={part} canDownload={canDownload} />
        ))}
      </ul>
    </section>
  )
}

function FileRow({ part, canDownload }: { part: PrintRunFile; canDownload: boolean }) {
  const { id, number, state, failure, firstPlace, lastPlace, pieces, pages, bytes, firstBarcode, lastBarcode } = part
  return (
    <li className={`${rows.row} ${styles.file}`} aria-label={`File ${number}`}>
      <div>
        <p className={rows.name}>
          File {number}{' '}
          <Badge component="span" color={states[state].color}>
            {states[state].text}
          </Badge>
        </p>
        <p className={rows.quiet}>
          Positions {firstPlace.toLocaleString('en-US')} to {lastPlace.toLocaleString('en-US')}, revision{' '}
          {part.revision}
        </p>
      </div>
      <div>
        {failure && <p className={styles.failure}>{failure}</p>}
        {firstBarcode && (
          <p className={rows.quiet}>
            First <span className={rows.code}>{firstBarcode}</span>
            <br />
            Last <span className={rows.code}>{lastBarcode}</span>
          </p>
        )}
      </div>
      <div>
        <p>
          {countText(pieces, 'piece')}, {countText(part.sheets, 'sheet')}
        </p>
        {state === 'ready' && (
          <p className={rows.quiet}>
            {countText(pages, 'page')}, {bytesText(bytes)}
          </p>
        )}
        {state === 'deleted' && (
          <p className={rows.quiet}>Deleted after the mailing, or because a person in it was erased</p>
        )}
      </div>
      <div className={rows.actions}>
        {state === 'ready' && canDownload && (
          <ExportLink url={getGetPrintRunFileUrl(id)} text="Download" size="compact-sm" />
        )}
      </div>
    </li>
  )
}
