import type { PrintRunInput, ScanImportInput, WaitingPieces } from '@app/api-client'
import {
  getCreatePrintRunMockHandler,
  getCreateScanImportMockHandler,
  getGetPrintRunMockHandler,
  getListPrintRunPiecesMockHandler,
  getListScanImportsMockHandler,
  getListWaitingPiecesMockHandler,
} from '@app/api-client/mocks'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  refusing,
  renderAdmin,
  signedInAsEditor,
  signedInAsViewer,
  streams,
  toast,
  useAdmin,
} from '../../../test/admin.tsx'
import { printRun, runPiece, scanReport, waitingPieces } from '../../../test/production-records.ts'
import { dialog, fill, leaveDialog, press, says } from '../../../test/user-actions.ts'

const { server, requested } = useAdmin()

afterEach(() => {
  vi.useRealTimers()
})

describe('waiting pieces', () => {
  const kind = '4.25 × 6 postcard, First Class'
  const question = `Create run: ${kind}`

  async function open(groups: WaitingPieces[] = [waitingPieces()], session = signedInAsEditor) {
    server.use(session, getListWaitingPiecesMockHandler(groups))
    renderAdmin('/production')
    await screen.findByRole('list', { name: 'Waiting pieces' })
  }

  /** Opens the dialog for a new run. */
  async function startRun() {
    await press(`Create run of ${kind}`)
    const form = await dialog(question)
    return { form, most: form.getByRole('textbox', { name: /Maximum pieces/ }) }
  }

  test('show count, stock, due date, and later pieces per size and class, and viewers cannot create a run', async () => {
    const none = { pieces: 0, late: 0, oldestDueOn: null, later: 0 }
    await open([waitingPieces(), waitingPieces({ size: '8.5x11', stock: '28 lb paper', ...none })], signedInAsViewer)
    const [first, second] = screen.getAllByRole('listitem').filter((one) => one.hasAttribute('aria-label'))
    expect(first).toHaveTextContent(
      `${kind}110 lb, film laminated1,240 pieces 12 late31 not ready: still cancelable, or scheduledOldest due Nov 20, 2026`,
    )
    expect(second).toHaveTextContent('0 piecesNothing to print yet')
    expect(screen.queryByRole('button', { name: /^Create run/ })).not.toBeInTheDocument()
  })

  test('go into a run, which previews its pieces, is created once for a double click, and opens', async () => {
    const inputs: PrintRunInput[] = []
    await open([waitingPieces(), waitingPieces({ size: '6x9', pieces: 0 })])
    expect(screen.getAllByRole('button', { name: /^Create run/ })).toHaveLength(1)
    const { form, most } = await startRun()
    expect(await form.findByText('Includes 1,240 pieces on 110 lb, film laminated stock.')).toBeVisible()
    for (const [typed, said] of [
      ['10,000', 'Includes 1,240 pieces'],
      ['1,0', 'Includes 10 pieces'],
      ['-1', 'No pieces would be included.'],
      ['1.5', 'No pieces would be included.'],
      ['50', 'Includes 50 pieces on 110 lb, film laminated stock. A mailing paid by permit'],
    ] as const) {
      fill(most, typed)
      expect(most).toHaveValue(typed)
      const text = form.getByRole('status').textContent
      expect([typed, text]).toEqual([typed, expect.stringContaining(said)])
    }
    const create = form.getByRole('button', { name: 'Create run' })
    fill(most, '10001')
    await userEvent.click(create)
    expect(await form.findByText('Enter 1 to 10,000')).toBeVisible()
    expect(requested).not.toContain('/api/admin/print-runs')

    // A colleague created a run first.
    fill(most, '50')
    server.use(refusing('post', '/api/admin/print-runs', 409, undefined, 'No pieces are waiting.'))
    await userEvent.click(create)
    await says('The print run could not be created')
    expect(toast()).toHaveTextContent('No pieces are waiting.')
    server.use(
      getCreatePrintRunMockHandler(async ({ request }) => {
        // The generated client sends this type.
        inputs.push((await request.json()) as PrintRunInput)
        return printRun({ pieces: 50 })
      }),
      getGetPrintRunMockHandler(printRun({ pieces: 50 })),
      getListPrintRunPiecesMockHandler([runPiece()]),
    )
    await userEvent.dblClick(create)
    await says('Run 128 created with 50 pieces')
    expect(await screen.findByRole('heading', { name: /^Run 128/, level: 2 })).toHaveFocus()
    expect(screen.getByRole('heading', { name: 'Pieces', level: 3 })).toBeVisible()
    expect(inputs).toEqual([{ size: '4.25x6', postalClass: 'FirstClass', cutoffAt: expect.any(String), maxPieces: 50 }])
    expect(window.location.search).toBe(`?tab=runs&run=${printRun().id}`)
  })

  test('Back skips a dialog that was closed', async () => {
    window.history.pushState(null, '', '/admin/nope')
    window.history.pushState(null, '', '/admin/production')
    await open()
    const { form } = await startRun()
    await userEvent.click(form.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(window.location.search).toBe(''))
    await leaveDialog()
    await waitFor(() => expect(window.location.pathname).toBe('/admin/nope'))
  })

  test('an abandoned new run keeps its text, resets its cutoff, and stays open if a colleague takes the last pieces', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T15:00:00Z') })
    await open()
    fill((await startRun()).most, '50')
    await leaveDialog()
    vi.setSystemTime(new Date('2026-11-20T15:30:00Z'))
    const { form, most } = await startRun()
    expect(most).toHaveValue('50')
    expect(form.getByLabelText(/Cutoff/)).toHaveValue('2026-11-20T10:31')
    server.use(getListWaitingPiecesMockHandler([]))
    act(() => streams.at(-1)?.emit({ kind: 'ready' }))
    act(() => streams.at(-1)?.emit({ kind: 'ready', changed: 'print_runs', count: 1, ids: [printRun().id] }))
    expect(await screen.findByText('No pieces are waiting')).toBeInTheDocument()
    expect(await form.findByText('No pieces would be included.')).toBeVisible()
    expect(most).toHaveValue('50')
  })
})

describe('scans', () => {
  const barcode = '0031009000000010474104041801418'
  const lines = [`${barcode},delivered,74104,2025-11-20 10:04`, '123,lost,,yesterday']
  const choose = async (content: string) =>
    userEvent.upload(
      await screen.findByLabelText('CSV file of scans'),
      new File([content], 'scans.csv', { type: 'text/csv' }),
    )

  test('viewers see the result of each import, and cannot import', async () => {
    server.use(signedInAsViewer, getListScanImportsMockHandler([scanReport()]))
    renderAdmin('/production?tab=tracking')
    const row = await screen.findByRole('listitem', { name: 'scans.csv' })
    expect(row).toHaveTextContent('1 of 4 rows updated a piece1 duplicate or late, 1 unknown, 1 invalid')
    expect(screen.queryByRole('button', { name: 'Import scans…' })).not.toBeInTheDocument()
  })

  test('a file is imported by its columns, retried after a failure, and lists rejected rows by number', async () => {
    const inputs: ScanImportInput[] = []
    server.use(signedInAsEditor, getListScanImportsMockHandler([]))
    renderAdmin('/production?tab=tracking')
    await screen.findByText('No scans imported yet')
    await press('Import scans…')
    await choose(lines.join('\n'))
    expect(await screen.findByText(/The first row contains a barcode/)).toBeVisible()
    const rows = lines.map((line) => line.replace(/^(.*),(.*),(.*),(.*)$/, '$4,$1,$2,$3'))
    await choose(['Scan date,IMb,Op code,Zip', ...rows].join('\n'))
    const form = await dialog('Import scans')
    expect(await form.findByRole('heading', { name: '2. Check the columns' })).toHaveFocus()
    server.use(refusing('post', '/api/admin/scan-imports', 503))
    await userEvent.click(form.getByRole('button', { name: 'Import 2 rows' }))
    expect(await form.findByText('The scans could not be imported')).toBeVisible()
    server.use(
      getListScanImportsMockHandler([scanReport()]),
      getCreateScanImportMockHandler(async ({ request }) => {
        // The generated client sends this type.
        inputs.push((await request.json()) as ScanImportInput)
        return scanReport({ rows: 2, unchanged: 0, unknown: 0, issues: [{ row: 2, reason: 'barcode_invalid' }] })
      }),
    )
    await userEvent.click(form.getByRole('button', { name: 'Retry' }))
    expect(await form.findByRole('status')).toHaveTextContent(
      '2 rows: 1 updated a piece, 0 had no effect (duplicates or late scans), 0 had an unknown barcode, and 1 could not be read.',
    )
    const delivered = { barcode, operation: 'delivered', zip: '74104', at: '2025-11-20 10:04' }
    const invalid = { barcode: '123', operation: 'lost', zip: '', at: 'yesterday' }
    expect(inputs).toEqual([{ fileName: 'scans.csv', rows: [delivered, invalid] }])
    const problem = within(form.getByRole('table')).getByText('The barcode does not have 20, 25, 29, or 31 digits')
    expect(problem.closest('tr')).toHaveTextContent(/^3123lostyesterday/)
    await userEvent.click(form.getByRole('button', { name: 'Done' }))
    expect(await screen.findByRole('listitem', { name: 'scans.csv' })).toBeVisible()

    // Nothing is sent unless a column is mapped to the barcode.
    await press('Import scans…')
    await choose(['a,b,c,d', ...lines].join('\n'))
    const again = await dialog('Import scans')
    await userEvent.click(await again.findByRole('button', { name: 'Import 2 rows' }))
    expect(await again.findByText('Choose the column of the barcode')).toBeVisible()
    expect(inputs).toHaveLength(1)
  })
})
