import { countText } from '../../../components/format.ts'
import { industryLabels, optionsOf, volumeLabels } from '@app/labels'
import { Checkbox, NativeSelect, Stack, TextInput } from '@mantine/core'
import { useMemo } from 'react'
import { type Field, listedFields } from './cell-values.ts'
import files from '../../../files/Files.module.css'
import { RowTable } from '../../../files/RowTable.tsx'
import {
  type Fixable,
  isFixable,
  missingTargets,
  type Mapping,
  type Target,
  targetLabel,
  targets,
  unmappedColumns,
} from './mapping.ts'
import type { TableFile } from '../../../files/read-table.ts'
import { readRow, suggested, unknownValues } from './read-rows.ts'
import { ValuesTable } from './ValuesTable.tsx'

type Props = { file: TableFile; mapping: Mapping; isSubmitted: boolean; onChange: (mapping: Mapping) => void }

const previewed = 5
const fixedChoices = { industry: optionsOf(industryLabels), volume: optionsOf(volumeLabels) }

/** Maps columns and their values, sets values for all rows, and previews the first rows as they would be stored. */
export function ColumnsStep({ file, mapping, isSubmitted, onChange }: Props) {
  const { columns, fixed, values } = mapping
  const missing = isSubmitted ? missingTargets(mapping) : []
  const unknown = useMemo(() => unknownValues(file, mapping), [file, mapping])
  const options = [
    { value: '', label: 'No column' },
    ...file.headings.map((heading, index) => ({ value: String(index), label: heading })),
  ]
  const choose = (target: Target, value: string) => {
    const { [target]: _before, ...others } = columns
    onChange(suggested(file, { ...mapping, columns: value === '' ? others : { ...others, [target]: Number(value) } }))
  }
  const fix = (name: Fixable, value: string) => onChange({ ...mapping, fixed: { ...fixed, [name]: value } })
  const errorOf = (target: Target) => (missing.some((field) => field === target) ? 'Choose a column' : undefined)
  return (
    <>
      <p className={files.text}>
        <bdi>{file.name}</bdi> has {countText(file.rows.length, 'row')}. This browser remembers your choice for files
        with the same headings.
      </p>
      {file.isGuessed && (
        <p role="status" className={files.notice}>
          The file is not in UTF-8, so it was read as Windows-1252. If characters look wrong below, save it as “CSV
          UTF-8”.
        </p>
      )}
      <div className={files.grid}>
        {targets.map((target) => (
          <Stack key={target} gap="xs">
            <NativeSelect
              label={targetLabel(target)}
              data={options}
              value={columns[target] === undefined ? '' : String(columns[target])}
              error={target === 'source' ? undefined : errorOf(target)}
              onChange={(event) => choose(target, event.currentTarget.value)}
            />
            {isFixable(target) && columns[target] === undefined && (
              <FixedValue name={target} value={fixed[target]} isMissing={missing.includes(target)} onChange={fix} />
            )}
          </Stack>
        ))}
      </div>
      {listedFields.map(
        (field) =>
          unknown[field].length > 0 && (
            <ValuesTable
              key={field}
              field={field}
              unknown={unknown[field]}
              chosen={values[field]}
              onChange={(chosen) => onChange({ ...mapping, values: { ...values, [field]: chosen } })}
            />
          ),
      )}
      <OtherColumns file={file} mapping={mapping} onChange={onChange} />
      <Preview file={file} mapping={mapping} />
    </>
  )
}

const isDate = (heading: string): boolean => /\b(?:date|created|added|time|timestamp)\b/i.test(heading)

/** Names the columns that have no field, and offers to keep them. */
function OtherColumns({ file: { headings }, mapping, onChange }: Omit<Props, 'isSubmitted'>) {
  const others = unmappedColumns(headings, mapping).map((index) => headings[index] ?? '')
  if (others.length === 0) return null
  return (
    <Stack gap="xs">
      <p className={files.text}>
        Not imported: <bdi>{new Intl.ListFormat('en-US').format(others)}</bdi>.
        {others.some(isDate) && ' Every lead gets the date of the import.'}
      </p>
      <Checkbox
        size="sm"
        label="Add them to the message of each lead"
        checked={mapping.keepsOthers}
        onChange={(event) => onChange({ ...mapping, keepsOthers: event.currentTarget.checked })}
      />
    </Stack>
  )
}

type FixedProps = { name: Fixable; value: string; isMissing: boolean; onChange: (name: Fixable, value: string) => void }

function FixedValue({ name, value, isMissing, onChange }: FixedProps) {
  const label = `${targetLabel(name)} of all rows`
  if (name === 'source') {
    return (
      <TextInput
        label={label}
        value={value}
        maxLength={200}
        error={isMissing ? 'Source is required' : undefined}
        onChange={(event) => onChange(name, event.currentTarget.value)}
      />
    )
  }
  return (
    <NativeSelect
      label={label}
      value={value}
      data={[{ value: '', label: 'Unknown' }, ...fixedChoices[name]]}
      onChange={(event) => onChange(name, event.currentTarget.value)}
    />
  )
}

function Preview({ file, mapping }: Pick<Props, 'file' | 'mapping'>) {
  const rows = file.rows.slice(0, previewed).map((source) => ({ ...source, ...readRow(source, file, mapping) }))
  const fields = targets.filter(
    (target): target is Field => target !== 'fullName' && rows.some(({ row }) => row[target] !== undefined),
  )
  if (fields.length === 0) return null
  return (
    <RowTable
      label="Preview"
      caption="Preview of the first rows"
      headings={['Row', ...fields.map(targetLabel)]}
      rows={rows.map(({ number, row }) => [String(number), ...fields.map((field) => row[field] ?? '')])}
    />
  )
}
