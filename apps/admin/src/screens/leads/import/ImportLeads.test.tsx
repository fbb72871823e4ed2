import type { LeadImportInput, LeadImportRows } from '@app/api-client'
import {
  getCheckLeadImportMockHandler,
  getCreateLeadImportMockHandler,
  getGetLeadImportMockHandler,
  getListLeadImportsMockHandler,
  getUndoLeadImportMockHandler,
} from '@app/api-client/mocks'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import {
  failing,
  lead,
  refusing,
  renderAdmin,
  signedIn,
  signedInAsViewer,
  toast,
  useAdmin,
  withLeads,
} from '../../../../test/admin.tsx'
import { imported } from '../../../../test/lead-imports.ts'
import { browser } from '../../../urls/browser.ts'
import { leadDetail, leadHandlers, leadId, nia, withCrm, withLead } from '../../../../test/leads.ts'

const { server } = useAdmin()

beforeEach(() => {
  server.use(signedIn, ...leadHandlers, withLeads(lead({ id: leadId })))
  window.localStorage.clear()
})

const dialog = async () => within((await screen.findByText('Import leads')).closest('section') ?? document.body)
const choose = async (content: string) =>
  userEvent.upload((await dialog()).getByLabelText('CSV file of leads'), new File([content], 'fair.csv'))
/** The file and each response load at their own pace; until then, the button is missing or disabled. */
const press = async (name: string | RegExp) => {
  const button = await (await dialog()).findByRole('button', { name })
  await waitFor(() => expect(button).toBeEnabled())
  await userEvent.click(button)
}
const query = () => Object.fromEntries(new URLSearchParams(window.location.search))

const people =
  'Name,Email,House\nDana Example,dana@example.com,Roofs\nOmar Example,omar@example.com,\nDana Example,dana@example.com,Roofs\n'

describe('the import', () => {
  test('goes from the file to column mapping, the check, and the list of imports', async () => {
    const checked: LeadImportRows[] = []
    const orders: { order: LeadImportInput; key: string | null }[] = []
    server.use(
      getCheckLeadImportMockHandler(async ({ request }) => {
        checked.push((await request.json()) as LeadImportRows)
        return { errors: [], duplicates: [{ row: 3, reason: 'email', ofRow: 1 }] }
      }),
      getGetLeadImportMockHandler(imported()),
      getCreateLeadImportMockHandler(async ({ request }) => {
        orders.push({ order: (await request.json()) as LeadImportInput, key: request.headers.get('idempotency-key') })
        return imported()
      }),
      getUndoLeadImportMockHandler({ removed: 2, changed: [], merged: [], inCrm: [] }),
    )
    renderAdmin('/leads')
    await userEvent.click(await screen.findByRole('button', { name: 'Import…' }))
    await press('Continue')
    expect((await dialog()).getByText('Choose a file.')).toBeVisible()
    await choose(people)
    expect(await (await dialog()).findByRole('heading', { name: '2. Map columns' })).toHaveFocus()
    expect((await dialog()).getByLabelText('Company')).toHaveDisplayValue('No column')
    await userEvent.selectOptions((await dialog()).getByLabelText('Company'), 'House')
    await userEvent.clear((await dialog()).getByLabelText('Source of all rows'))
    await press('Check rows')
    expect((await dialog()).getByText('Source is required')).toBeVisible()
    await userEvent.type((await dialog()).getByLabelText('Source of all rows'), 'Fair')
    const preview = within((await dialog()).getByRole('region', { name: 'Preview' }))
    expect(preview.getAllByRole('row')[1]).toHaveTextContent(/2.*Dana.*Example.*dana@example\.com.*Roofs.*Fair/)
    await press('Check rows')
    expect(await (await dialog()).findByText('2 leads are ready to import.')).toBeVisible()
    expect(checked).toEqual([
      {
        rows: [
          { firstName: 'Dana', lastName: 'Example', email: 'dana@example.com', company: 'Roofs', source: 'Fair' },
          { firstName: 'Omar', lastName: 'Example', email: 'omar@example.com', source: 'Fair' },
          { firstName: 'Dana', lastName: 'Example', email: 'dana@example.com', company: 'Roofs', source: 'Fair' },
        ],
      },
    ])
    const duplicates = within((await dialog()).getByRole('region', { name: 'Duplicates' }))
    expect(duplicates.getAllByRole('row')[1]).toHaveTextContent(/4.*Same email as row 2/)
    expect((await dialog()).getByLabelText('Send these leads to the CRM')).toBeChecked()
    await userEvent.selectOptions((await dialog()).getByLabelText('Owner'), nia.name)
    await userEvent.dblClick((await dialog()).getByRole('button', { name: 'Import 2 leads' }))
    await waitFor(() => expect(query()).toEqual({ importId: imported().id }))
    expect(orders).toEqual([
      {
        order: { fileName: 'fair.csv', duplicates: 'skip', ownerId: nia.id, sendsToCrm: true, rows: checked[0]?.rows },
        key: expect.stringMatching(/^[\da-f-]{36}$/),
      },
    ])
    expect(toast()).toHaveTextContent(/2 leads imported.*1 row was skipped as a duplicate[.]/)
    await userEvent.click(within(toast()).getByText('Undo'))
    expect(await screen.findByText('2 leads deleted')).toBeVisible()
    expect(await screen.findByRole('button', { name: 'Remove filter Import: fair.csv' })).toBeVisible()
  })

  test('shows every error by row and column, and accepts the fixed file with the same mapping', async () => {
    server.use(
      getCheckLeadImportMockHandler(async ({ request }) => {
        const { rows } = (await request.json()) as LeadImportRows
        const isBad = rows[0]?.email === 'dana'
        return { errors: isBad ? [{ row: 1, field: 'email', code: 'invalid_format' }] : [], duplicates: [] }
      }),
    )
    renderAdmin('/leads?import=new')
    await choose('A,B\nDana Example,dana\n')
    await userEvent.selectOptions((await dialog()).getByLabelText('Full name'), 'A')
    await press('Check rows')
    expect((await dialog()).getByText('Choose a column')).toBeVisible()
    await userEvent.selectOptions((await dialog()).getByLabelText(/^Email/), 'B')
    await press('Check rows')
    const errors = within(await (await dialog()).findByRole('region', { name: 'Errors' }))
    expect(errors.getAllByRole('row')[1]).toHaveTextContent('2BdanaIs not an email address')
    expect((await dialog()).getByText(/^No row can be imported/)).toBeVisible()
    expect((await dialog()).queryByRole('button', { name: /^Import/ })).toBeNull()
    await press('Choose another file')
    await choose('A,B\nDana Example,dana@example.com\n')
    expect((await dialog()).getByLabelText('Email')).toHaveDisplayValue('B')
    await press('Check rows')
    expect(await (await dialog()).findByRole('button', { name: 'Import 1 lead' })).toBeVisible()
  })

  test('imports the valid rows, saves the others to a file, and maps a value once for all rows', async () => {
    const orders: LeadImportInput[] = []
    const saved = vi.spyOn(browser, 'saveFile').mockReturnValue()
    server.use(
      getCheckLeadImportMockHandler({
        errors: [{ row: 1, field: 'email', code: 'invalid_format' }],
        duplicates: [{ row: 3, reason: 'phone', ofRow: 2 }],
      }),
      getCreateLeadImportMockHandler(async ({ request }) => {
        orders.push((await request.json()) as LeadImportInput)
        return imported({ skipped: 0, leftOut: 2 })
      }),
    )
    renderAdmin('/leads?import=new')
    await choose(
      [
        'Name,Email,Phone,Vertical,Created',
        'Dana Example,dana,,,3/4/2026',
        'Omar Example,omar@example.com,555-0100,Dental,3/4/2026',
        'Nia Example,nia@example.com,5550100,DENTAL,3/4/2026',
        'Rosa Example,rosa@example.com,9.18555E+09,Incense,3/4/2026',
        'Sam Example,sam@example.com,,Candles,3/4/2026',
      ].join('\n'),
    )
    const values = within((await dialog()).getByRole('region', { name: 'Values to map, industry' }))
    expect(values.getByLabelText('Import “Dental” as')).toHaveDisplayValue('Health & Wellness')
    expect(values.getByLabelText('Import “Incense” as')).toHaveDisplayValue('Choose…')
    expect((await dialog()).getByText('2 rows are left out until you choose.')).toBeVisible()
    await userEvent.selectOptions(values.getByLabelText('Import “Incense” as'), 'retail')
    expect((await dialog()).getByText(/^Not imported:/)).toHaveTextContent(
      'Not imported: Created. Every lead gets the date of the import.',
    )
    await userEvent.click((await dialog()).getByLabelText('Add them to the message of each lead'))
    await press('Check rows')
    expect(await (await dialog()).findByText('3 leads are ready to import.')).toBeVisible()
    const rowsOf = async (name: string) =>
      within((await dialog()).getByRole('region', { name }))
        .getAllByRole('row')
        .slice(1)
    const errors = await rowsOf('Errors')
    expect(errors).toHaveLength(2)
    expect(errors[0]).toHaveTextContent('2EmaildanaIs not an email address')
    expect(errors[1]).toHaveTextContent(/^6VerticalCandlesMust be one of: Automotive, /)
    expect((await rowsOf('Rounded phone numbers'))[0]).toHaveTextContent(/^5Phone9\.18555E\+09/)
    expect((await rowsOf('Shared phone numbers'))[0]).toHaveTextContent(/^4Nia Example.*Same phone number as row 3/)
    expect((await dialog()).queryByRole('region', { name: 'Duplicates' })).toBeNull()
    await press('Import 3 leads')
    await waitFor(() => expect(query()).toEqual({ importId: imported().id }))
    expect(orders).toMatchObject([
      {
        leftOut: 2,
        rows: [
          { email: 'omar@example.com', industry: 'health', message: 'Created: 3/4/2026' },
          { email: 'nia@example.com', industry: 'health' },
          { email: 'rosa@example.com', industry: 'retail' },
        ],
      },
    ])
    expect(orders[0]?.rows[2]).not.toHaveProperty('phone')
    expect(toast()).toHaveTextContent('2 rows to fix were saved to a file.')
    const [file, name] = saved.mock.calls[0] ?? []
    expect(name).toBe('fair - rows to fix.csv')
    expect((await file?.text())?.split('\r\n')).toEqual([
      'Name,Email,Phone,Vertical,Created,Problem to fix',
      'Dana Example,dana,,,3/4/2026,Email: Is not an email address',
      expect.stringMatching(/^Sam Example,sam@example\.com,,Candles,3\/4\/2026,"Vertical: Must be one of: /),
      '',
    ])
  })

  test('keeps everything when the API rejects it or does not respond, and sends the same idempotency key again', async () => {
    const keys: (string | null)[] = []
    server.use(
      withCrm('not_configured'),
      getCheckLeadImportMockHandler({ errors: [], duplicates: [{ row: 1, reason: 'email', leadId }] }),
      http.post('*/api/admin/lead-imports', ({ request }) => {
        keys.push(request.headers.get('idempotency-key'))
        if (keys.length === 1) return HttpResponse.json({ status: 429 }, { status: 429 })
        return keys.length === 2 ? HttpResponse.error() : HttpResponse.json(imported(), { status: 201 })
      }),
    )
    renderAdmin('/leads?import=new')
    await choose(people)
    await press('Check rows')
    expect(await (await dialog()).findByLabelText('Send these leads to the CRM')).not.toBeChecked()
    await userEvent.selectOptions((await dialog()).getByRole('combobox', { name: /^1 row duplicates/ }), 'import')
    await press('Import 3 leads')
    expect(await screen.findByText('Failed to import leads')).toBeVisible()
    await press('Import 3 leads')
    await press('Import 3 leads')
    await waitFor(() => expect(query()).toEqual({ importId: imported().id }))
    expect(keys).toEqual([keys[0], keys[0], keys[0]])
  })

  test('explains why a file cannot be read or checked, asks before discarding it, and keeps its mapping', async () => {
    server.use(refusing('post', '/api/admin/lead-imports/check', 413, undefined, 'Too large.'))
    renderAdmin('/leads?import=new')
    await choose('Email\n')
    expect(await (await dialog()).findByText('The file has headings but no rows.')).toBeVisible()
    await choose(people)
    await userEvent.selectOptions((await dialog()).getByLabelText('Company'), 'House')
    await press('Cancel')
    await userEvent.click(await screen.findByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(query()).toEqual({})
    await userEvent.click(screen.getByText('Import…'))
    await choose(people)
    expect((await dialog()).getByLabelText('Company')).toHaveDisplayValue('House')
    await press('Check rows')
    expect(await (await dialog()).findByText('The rows could not be checked')).toBeVisible()
  })

  test('is not offered to someone with read-only access', async () => {
    server.use(signedInAsViewer)
    renderAdmin('/leads?import=new')
    expect(await screen.findByRole('row', { name: /Dana Example/ })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Import…' })).toBeNull()
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

describe('the imports', () => {
  test('have a view, which links to their leads', async () => {
    const undone = { undoneAt: '2026-11-21T15:04:05.123Z', undoneBy: 'Nia Example' }
    server.use(
      getListLeadImportsMockHandler([
        imported({ sendsToCrm: false }),
        imported({ id: leadId, fileName: 'old.csv', leftOut: 2, left: 0, skipped: 0, ...undone }),
      ]),
    )
    renderAdmin('/leads')
    await userEvent.click(await screen.findByRole('tab', { name: 'Imports' }))
    const [first, second] = within(await screen.findByRole('list', { name: 'Imports' })).getAllByRole('listitem')
    expect(first).toHaveTextContent(
      /fair\.csvImported .* by Rosa Example2 leads, 1 row skippedAll still there, not sent to the CRM/,
    )
    expect(second).toHaveTextContent(/old\.csv.*2 leads, 2 rows not importable0 leads left, undone .* by Nia Example/)
    expect(within(second as HTMLElement).queryByRole('button')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Show leads of fair.csv' }))
    expect(query()).toEqual({ importId: imported().id })
  })

  test('are undone after a confirmation, which lists the leads that will stay', async () => {
    server.use(
      getListLeadImportsMockHandler([imported()]),
      getUndoLeadImportMockHandler({ removed: 1, changed: [leadId], merged: [], inCrm: [] }),
      withLead(leadDetail()),
    )
    renderAdmin('/leads?view=imports')
    await userEvent.click(await screen.findByRole('button', { name: 'Undo import of fair.csv' }))
    await userEvent.click(screen.getByRole('button', { name: 'Delete its leads' }))
    const stays = within(await screen.findByRole('region', { name: 'Leads that were kept' }))
    expect(stays.getByText('someone worked on it')).toBeVisible()
    await userEvent.click(await stays.findByRole('button', { name: 'Dana Example' }))
    expect(query()).toEqual({ view: 'imports', lead: leadId })
  })

  test('show an empty state and a loading failure', async () => {
    server.use(failing('/api/admin/lead-imports', 503))
    renderAdmin('/leads?view=imports')
    expect(await screen.findByText('The imports could not be loaded')).toBeVisible()
    server.use(getListLeadImportsMockHandler([]))
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('No imports yet')).toBeVisible()
  })
})
