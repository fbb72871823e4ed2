import {
  fieldNames,
  fieldsWith,
  leadField,
  leadFields,
  leadFormFields,
  leadHeadings,
  leadPipelineFields,
} from '@app/labels'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { lead, renderAdmin, signedIn, useAdmin, withLeads, withStats } from '../../../test/admin.tsx'
import { leadDetail, leadHandlers, leadId, nia, withLead, work } from '../../../test/leads.ts'
import { emptyMapping, guessColumns, targetLabel, targets } from './import/mapping.ts'
import { readRow } from './import/read-rows.ts'
import { leadListTable, exportedColumns } from '../../leads/lead-columns.ts'

const { server } = useAdmin()
beforeEach(() => server.use(...leadHandlers))

const texts = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, `${name} text`]))

test('the panel shows every field of the form, and has an input for every pipeline field', async () => {
  const stage = { stage: 'won', wonValue: 1250, lostReason: null, nextStepOn: '2026-12-01', ownerId: nia.id } as const
  const detail = leadDetail({
    ...texts(fieldNames(leadFormFields)),
    pipeline: work({ ...texts(fieldNames(leadPipelineFields)), ...stage }),
  })
  server.use(signedIn, withStats, withLeads(lead({ id: leadId })), withLead(detail))
  renderAdmin()
  await userEvent.click(await screen.findByRole('button', { name: 'Dana Example' }))
  const panel = within(await screen.findByRole('dialog', { name: 'Lead' }))
  await panel.findByText('source text')
  for (const name of fieldNames(leadFormFields)) expect(panel.getAllByText(new RegExp(`${name} text`))).not.toEqual([])
  for (const name of fieldNames(leadPipelineFields).filter((one) => one !== 'lostReason' && one !== 'lostNote')) {
    expect(panel.getByLabelText(leadPipelineFields[name].label)).not.toHaveValue('')
  }
})

test('every field is recognized in a file by each of its headings', () => {
  for (const name of fieldsWith(leadFields, 'import')) {
    expect(targets).toContain(name)
    for (const heading of [targetLabel(name), ...(leadHeadings[name] ?? [])]) {
      expect(guessColumns([heading])).toEqual({ [name]: 0 })
    }
    const [text = `${name} text`] = Object.keys(leadField(name).values ?? {})
    const mapping = { ...emptyMapping, columns: { [name]: 0 }, fixed: { source: '', industry: '', volume: '' } }
    expect(readRow({ number: 2, cells: [text] }, { headings: [name] }, mapping).row).toEqual({ [name]: text })
  }
})

test('hiding a table column removes its fields from the file, and no others', () => {
  const file = exportedColumns(leadListTable, { hidden: ['Company', 'Next step', 'Due'], density: 'compact' })
  const left = fieldsWith(leadFields, 'csv').filter((name) => !file?.includes(leadFields[name].csv))
  expect(left).toEqual(['company', 'nextStep', 'nextStepOn'])
})
