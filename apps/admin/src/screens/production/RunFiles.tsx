import { getGetPrintRunFileUrl, type PrintRunDetail, type PrintRunFile } from '@app/api-client'
import { Badge } from '@mantine/core'
import { countText, figure } from '../../components/format.ts'
import { Section } from '../../components/Section.tsx'
import { ExportLink } from '../../list/ExportLink.tsx'
import { Cell, Row } from '../../list/Row.tsx'
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

/** The files to print. They contain names and addresses, so viewers can't download them. */
export function RunFiles({ run: { parts } }: { run: PrintRunDetail }) {
  const canDownload = useCanEdit()
  return (
    <Section title="Files" level={3}>
      <ul aria-label="Files" className={rows.rows}>
        {parts.map((part) => (
          <FileRow key={part.id} part={part} canDownload={canDownload} />
        ))}
      </ul>
    </Section>
  )
}

function FileRow({ part, canDownload }: { part: PrintRunFile; canDownload: boolean }) {
  const { id, number, state, failure, firstPlace, lastPlace, pieces, firstBarcode, lastBarcode } = part
  return (
    <Row label={`File ${number}`} columns="3fr 5fr 3fr 7rem">
      <Cell
        name={`File ${number}`}
        badges={<Badge color={states[state].color}>{states[state].text}</Badge>}
        note={`Positions ${figure(firstPlace)} to ${figure(lastPlace)}, revision ${part.revision}`}
      />
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
      <Cell note={noteOf(part)}>
        {countText(pieces, 'piece')}, {countText(part.sheets, 'sheet')}
      </Cell>
      <div className={rows.actions}>
        {state === 'ready' && canDownload && (
          <ExportLink url={getGetPrintRunFileUrl(id)} text="Download" size="compact-sm" />
        )}
      </div>
    </Row>
  )
}

function noteOf({ state, pages, bytes }: PrintRunFile): string | undefined {
  if (state === 'deleted') return 'Deleted after the mailing, or because a person in it was erased'
  return state === 'ready' ? `${countText(pages, 'page')}, ${bytesText(bytes)}` : undefined
}
