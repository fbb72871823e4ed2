import type { ScanImportInput } from '@app/api-client'
import { getCreateScanImportMockHandler, getListScanImportsMockHandler } from '@app/api-client/mocks'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { refusing, renderAdmin, signedInAsEditor, signedInAsViewer, useAdmin } from '../../../test/admin.tsx'
import { scanReport } from '../../../test/production-records.ts'
import { dialog, press } from '../../../test/settings.tsx'

const { server, requested } = useAdmin()

const barcode = '0031009000000010474104041801418'
const lines = [`${barcode},delivered,74104,2025-11-20 10:04`, `123,lost,,yesterday`]
const choose = async (content: string) =>
  userEvent.upload(
    await screen.findByLabelText('CSV file of scans'),
    new File([content], 'scans.csv', { type: 'text/csv' }),
  )

async function open(session = signedInAsEditor) {
  server.use(session, getListScanImportsMockHandler([]))
  renderAdmin('/production?tab=tracking')
  await screen.findByText('No scans imported yet')
}

test('the list shows what each import did; viewers import nothing', async () => {
  server.use(signedInAsViewer, getListScanImportsMockHandler([scanReport()]))
  renderAdmin('/production?tab=tracking')
  const row = await screen.findByRole('listitem', { name: 'scans.csv' })
  expect(row).toHaveTextContent('1 of 4 rows updated a piece1 duplicate or late, 1 unknown, 1 invalid')
  expect(screen.queryByRole('button', { name: 'Import scans…' })).not.toBeInTheDocument()
})

test('a file is imported with its columns, and the lines that were not are given back with their rows', async () => {
  const inputs: ScanImportInput[] = []
  await open()
  server.use(
    getCreateScanImportMockHandler(async ({ request }) => {
      // The generated client sends this type.
      inputs.push((await request.json()) as ScanImportInput)
      return scanReport({ rows: 2, unchanged: 0, unknown: 0, issues: [{ row: 2, reason: 'barcode_invalid' }] })
    }),
  )
  await press('Import scans…')
  await choose(
    ['Scan date,IMb,Op code,Zip', ...lines.map((line) => line.replace(/^(.*),(.*),(.*),(.*)$/, '$4,$1,$2,$3'))].join(
      '\n',
    ),
  )
  const form = await dialog('Import scans')
  expect(await form.findByRole('heading', { name: '2. Check the columns' })).toHaveFocus()
  server.use(getListScanImportsMockHandler([scanReport()]))
  await userEvent.click(form.getByRole('button', { name: 'Import 2 rows' }))
  expect(await form.findByRole('status')).toHaveTextContent(
    '2 rows: 1 updated a piece, 0 had no effect (duplicates or late scans), 0 had an unknown barcode, and 1 could not be read.',
  )
  expect(inputs).toEqual([
    {
      fileName: 'scans.csv',
      rows: [
        { barcode, operation: 'delivered', zip: '74104', at: '2025-11-20 10:04' },
        { barcode: '123', operation: 'lost', zip: '', at: 'yesterday' },
      ],
    },
  ])
  const problem = within(form.getByRole('table')).getByText('The barcode does not have 20, 25, 29, or 31 digits')
  expect(problem.closest('tr')).toHaveTextContent(/^3123lostyesterday/)
  await userEvent.click(form.getByRole('button', { name: 'Done' }))
  expect(await screen.findByRole('listitem', { name: 'scans.csv' })).toBeVisible()
})

test('a file without headings is refused, and so are columns without a barcode', async () => {
  await open()
  await press('Import scans…')
  await choose(lines.join('\n'))
  expect(await screen.findByText(/The first row contains a barcode/)).toBeVisible()
  await choose(['a,b,c,d', ...lines].join('\n'))
  const form = await dialog('Import scans')
  await userEvent.click(await form.findByRole('button', { name: 'Import 2 rows' }))
  expect(await form.findByText('Choose the column of the barcode')).toBeVisible()
  expect(requested.filter((one) => one === '/api/admin/scan-imports')).toHaveLength(1)
})

test('a failed import can be repeated', async () => {
  await open()
  server.use(refusing('post', '/api/admin/scan-imports', 503))
  await press('Import scans…')
  await choose(['barcode,operation,zip,time', ...lines].join('\n'))
  const form = await dialog('Import scans')
  await userEvent.click(await form.findByRole('button', { name: 'Import 2 rows' }))
  expect(await form.findByText('The scans could not be imported')).toBeVisible()
  server.use(getCreateScanImportMockHandler(scanReport({ rows: 2 })))
  await userEvent.click(form.getByRole('button', { name: 'Retry' }))
  expect(await form.findByRole('heading', { name: '3. Report' })).toBeVisible()
})
