import { countText } from '../../../components/format.ts'
import { Checkbox, NativeSelect } from '@mantine/core'
import { sharedNames } from '../../../leads/lead-display.tsx'
import { useOwnerOptions } from '../../../leads/use-owner-options.ts'
import files from '../../../files/Files.module.css'
import { RowTable } from '../../../files/RowTable.tsx'
import type { TableFile } from '../../../files/read-table.ts'
import { type Fault, saveFaults } from './row-errors.ts'
import { type Checked, type Choices, importedOf, isRepeat } from './send-import.ts'

type Props = { file: TableFile; found: Checked; choices: Choices; onChange: (choices: Choices) => void }

const duplicateOptions = [
  { value: 'skip', label: 'Skip' },
  { value: 'import', label: 'Import and flag as duplicates' },
]

/** The number of rows to import, the rejected rows and values with reasons, and the import options. */
export function CheckStep({ file, found, choices, onChange }: Props) {
  const count = importedOf(found, choices)
  return (
    <>
      <p role="status" className={files.text}>
        {readyText(found, count)}
      </p>
      {found.faults.length > 0 && <Faults file={file} found={found} />}
      {found.lost.length > 0 && <Lost found={found} />}
      {found.ready.length > 0 && (
        <>
          <Repeats found={found} choices={choices} onChange={onChange} />
          <Work choices={choices} onChange={onChange} />
        </>
      )}
    </>
  )
}

function readyText({ ready }: Checked, count: number): string {
  if (count > 0) return `${countText(count, 'lead')} ${count === 1 ? 'is' : 'are'} ready to import.`
  return ready.length > 0
    ? 'All rows are duplicates, so there is nothing to import.'
    : 'No row can be imported. Fix the file, or map different columns.'
}

function Work({ choices, onChange }: Pick<Props, 'choices' | 'onChange'>) {
  const owners = useOwnerOptions(choices.ownerId)
  return (
    <>
      <NativeSelect
        label="Owner"
        data={owners}
        value={choices.ownerId ?? ''}
        onChange={(event) => onChange({ ...choices, ownerId: event.currentTarget.value || null })}
      />
      <Checkbox
        label="Send these leads to the CRM"
        checked={choices.sendsToCrm}
        onChange={(event) => onChange({ ...choices, sendsToCrm: event.currentTarget.checked })}
      />
      <p className={files.quiet}>
        The people in the file won’t be emailed. A colleague who is assigned the leads is notified once.
      </p>
    </>
  )
}

const faultCells = ({ source: { number }, column, value, reason }: Fault) => [String(number), column, value, reason]

function Faults({ file, found }: Pick<Props, 'file' | 'found'>) {
  const count = found.leftOut.length
  return (
    <>
      <p className={files.fault}>
        {countText(count, 'row')} can’t be imported.{' '}
        {found.ready.length > 0 && 'Importing the others also saves these to a file, which you can fix and import.'}
      </p>
      <RowTable
        label="Errors"
        headings={['Row', 'Column', 'Value', 'Problem']}
        rows={found.faults.map(faultCells)}
        save={{
          text: `Download ${count === 1 ? 'this row' : `these ${countText(count, 'row')}`}`,
          onSave: () => saveFaults(found.faults, file),
        }}
      />
    </>
  )
}

/** Values that are left out of imported rows. */
const Lost = ({ found: { lost } }: Pick<Props, 'found'>) => (
  <>
    <p className={files.fault}>
      {lost.length === 1 ? 'One phone number was' : `${lost.length.toLocaleString('en-US')} phone numbers were`} rounded
      by a spreadsheet and can’t be recovered. {lost.length === 1 ? 'Its lead is' : 'Their leads are'} imported without
      a phone number. To keep {lost.length === 1 ? 'it' : 'them'}, format the column as text in the original file.
    </p>
    <RowTable
      label="Rounded phone numbers"
      headings={['Row', 'Column', 'Value', 'Problem']}
      rows={lost.map(faultCells)}
    />
  </>
)

function Repeats({ found, choices, onChange }: Pick<Props, 'found' | 'choices' | 'onChange'>) {
  const repeats = found.duplicates.filter(isRepeat)
  const flagged = found.duplicates.filter((duplicate) => !isRepeat(duplicate))
  return (
    <>
      {repeats.length > 0 && (
        <>
          <NativeSelect
            label={`${countText(repeats.length, 'row')} ${repeats.length === 1 ? 'duplicates' : 'duplicate'} a lead or an earlier row`}
            data={duplicateOptions}
            value={choices.duplicates}
            onChange={(event) =>
              onChange({ ...choices, duplicates: event.currentTarget.value === 'import' ? 'import' : 'skip' })
            }
          />
          <DuplicateTable label="Duplicates" found={found} duplicates={repeats} />
        </>
      )}
      {flagged.length > 0 && (
        <>
          <p className={files.text}>
            {countText(flagged.length, 'row')} {flagged.length === 1 ? 'shares' : 'share'} only a phone number with a
            lead or an earlier row. {flagged.length === 1 ? 'It is' : 'They are'} imported, and flagged in the list.
          </p>
          <DuplicateTable label="Shared phone numbers" found={found} duplicates={flagged} />
        </>
      )}
    </>
  )
}

type TableProps = { label: string; found: Checked; duplicates: Checked['duplicates'] }

function DuplicateTable({ label, found: { ready }, duplicates }: TableProps) {
  const numberOf = (row: number) => ready[row - 1]?.source.number ?? row
  const rows = duplicates.map(({ row, reason, leadId, ofRow }) => {
    const { firstName = '', lastName = '', email = '' } = ready[row - 1]?.row ?? {}
    const others = [...(leadId ? ['a lead'] : []), ...(ofRow ? [`row ${numberOf(ofRow)}`] : [])]
    return [
      String(numberOf(row)),
      `${firstName} ${lastName}`,
      email,
      `Same ${sharedNames[reason]} as ${others.join(' and ')}`,
    ]
  })
  return <RowTable label={label} headings={['Row', 'Name', 'Email', 'Duplicate of']} rows={rows} />
}
