import { useGetCurrentUser } from '@app/api-client'
import { Checkbox, NativeSelect } from '@mantine/core'
import { useOwners } from '../../../leads/OwnerName.tsx'
import { ownerOptions } from '../../../leads/owner-options.ts'
import { IssueTable } from './IssueTable.tsx'
import { faultFile, faultsOf } from './row-errors.ts'
import styles from './Import.module.css'
import { type Checked, type Choices, countText, importedOf, rowsText } from './send-import.ts'
import type { Mapping } from './mapping.ts'
import type { LeadFile } from './read-file.ts'

type Props = {
  file: LeadFile
  mapping: Mapping
  found: Checked
  choices: Choices
  onChange: (choices: Choices) => void
}

const duplicateOptions = [
  { value: 'skip', label: 'Skip' },
  { value: 'import', label: 'Import and flag as duplicates' },
]

/** The errors in the file, or the options for importing its rows. */
export function CheckStep({ file, mapping, found, choices, onChange }: Props) {
  if (found.errors.length > 0) return <Faults file={file} mapping={mapping} found={found} />
  return (
    <>
      <p role="status" className={styles.text}>
        {rowsText(found.rows.length)} checked.{' '}
        {importedOf(found, choices) === 0
          ? 'All rows are duplicates, so there is nothing to import.'
          : `${countText(importedOf(found, choices))} ready to import. If one fails, none are imported.`}
      </p>
      {found.duplicates.length > 0 && (
        <>
          <NativeSelect
            label={`${rowsText(found.duplicates.length)} ${found.duplicates.length === 1 ? 'repeats' : 'repeat'} a lead or an earlier row`}
            data={duplicateOptions}
            value={choices.duplicates}
            onChange={(event) =>
              onChange({ ...choices, duplicates: event.currentTarget.value === 'import' ? 'import' : 'skip' })
            }
          />
          <Duplicates file={file} found={found} />
        </>
      )}
      <Work choices={choices} onChange={onChange} />
    </>
  )
}

function Work({ choices, onChange }: Pick<Props, 'choices' | 'onChange'>) {
  const me = useGetCurrentUser({ query: { enabled: false } }).data?.data?.id
  const owners = useOwners()
  return (
    <>
      <NativeSelect
        label="Owner"
        data={ownerOptions(owners, me, choices.ownerId)}
        value={choices.ownerId ?? ''}
        onChange={(event) => onChange({ ...choices, ownerId: event.currentTarget.value || null })}
      />
      <Checkbox
        label="Send these leads to the CRM"
        checked={choices.sendsToCrm}
        onChange={(event) => onChange({ ...choices, sendsToCrm: event.currentTarget.checked })}
      />
      <p className={styles.quiet}>The people in the file don’t get emails, and no notifications are sent.</p>
    </>
  )
}

function Faults({ file, mapping, found }: Pick<Props, 'file' | 'mapping' | 'found'>) {
  const faults = faultsOf(found.errors, file, mapping)
  const save = () => {
    const url = URL.createObjectURL(new Blob([faultFile(faults)], { type: 'text/csv' }))
    Object.assign(document.createElement('a'), { href: url, download: 'import-errors.csv' }).click()
    // Revoked later, because the browser starts to read it only after this task.
    setTimeout(() => URL.revokeObjectURL(url), 60_000)
  }
  const count = faults.length.toLocaleString('en-US')
  return (
    <>
      <p role="alert" className={styles.fault}>
        {faults.length === 1 ? '1 value' : `${count} values`} cannot be imported, so nothing was imported. Fix the file
        or map different columns.
      </p>
      <IssueTable
        label="Errors"
        headings={['Row', 'Column', 'Value', 'Problem']}
        rows={faults.map(({ row, column, value, reason }) => [String(row), column, value, reason])}
        onSave={save}
      />
    </>
  )
}

const reasonTexts = { email: 'email', phone: 'phone number', name: 'name and company' } as const

function Duplicates({ file, found }: Pick<Props, 'file' | 'found'>) {
  const numberOf = (row: number) => file.rows[row - 1]?.number ?? row
  const rows = found.duplicates.map(({ row, reason, leadId, ofRow }) => {
    const { firstName = '', lastName = '', email = '' } = found.rows[row - 1] ?? {}
    const others = [...(leadId ? ['a lead'] : []), ...(ofRow ? [`row ${numberOf(ofRow)}`] : [])]
    return [
      String(numberOf(row)),
      `${firstName} ${lastName}`,
      email,
      `Same ${reasonTexts[reason]} as ${others.join(' and ')}`,
    ]
  })
  return <IssueTable label="Duplicates" headings={['Row', 'Name', 'Email', 'Repeats']} rows={rows} />
}
