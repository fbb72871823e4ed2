import type { PrintRunDetail, PrintRunMailing, SpoiledPieces } from '@app/api-client'
import {
  getGetPrintRunMockHandler,
  getListPrintRunPiecesMockHandler,
  getListRenderersMockHandler,
  getPreparePrintRunMockHandler,
  getSpoilPrintRunPiecesMockHandler,
} from '@app/api-client/mocks'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import { failing, renderAdmin, signedInAsEditor, signedInAsViewer, streams, useAdmin } from '../../../test/admin.tsx'
import { openRun, runsPath } from '../../../test/print-run.tsx'
import { fontFiles, readBack } from '../../../test/printed.ts'
import { printRun, runFile, runPiece } from '../../../test/production-records.ts'
import { answer, areClosed, dialog, fill, leaveDialog, press, says } from '../../../test/user-actions.ts'
import { browser } from '../../urls/browser.ts'

const { server } = useAdmin()

const buttons = () => screen.getAllByRole('button').map((one) => one.textContent)
/** A colleague's change, which this screen receives as an event. */
const change = (changes: Partial<PrintRunDetail>) => {
  server.use(getGetPrintRunMockHandler(printRun(changes)))
  act(() => streams.at(-1)?.emit({ kind: 'ready' }))
  act(() => streams.at(-1)?.emit({ kind: 'ready', changed: 'print_runs', count: 1, ids: [printRun().id] }))
}

test('viewers see each run, filter by status in the URL, and cannot change or download anything', async () => {
  const queries: string[] = []
  const both = [printRun({ spoiled: 2 }), printRun({ id: 'b', number: 127, status: 'preparing', files: 5 })]
  server.use(
    signedInAsViewer,
    http.get(`*${runsPath}`, ({ request }) => {
      const { search } = new URL(request.url)
      queries.push(search)
      return HttpResponse.json(search.includes('status=') ? [] : both)
    }),
    getGetPrintRunMockHandler(printRun()),
    getListPrintRunPiecesMockHandler([runPiece()]),
  )
  renderAdmin('/production?tab=runs')
  expect(await screen.findByRole('listitem', { name: 'Run 128' })).toHaveTextContent('250 pieces, 2 removed')
  expect(screen.getByRole('listitem', { name: 'Run 127' })).toHaveTextContent('1 of 5 files ready')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Mailed')
  expect(await screen.findByText('No runs match')).toBeVisible()
  expect(queries.at(-1)).toBe('?limit=50&status=mailed')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'All statuses')
  await press('Run 128')
  expect(await screen.findByRole('heading', { name: /^Run 128/ })).toHaveFocus()
  await screen.findByRole('list', { name: 'Pieces' })
  expect(screen.queryByRole('link', { name: 'Download' })).not.toBeInTheDocument()
  for (const name of [/Mark as/, /Remove/, /Cancel run/, /Regenerate files/])
    expect(screen.queryByRole('button', { name })).not.toBeInTheDocument()
})

describe('one run', () => {
  test('has files with barcodes and downloads, and searchable pieces that show who removed them', async () => {
    const spoiled = { spoiledAt: '2025-11-21T15:04:05.123Z', spoiledBy: 'Rosa Example', reason: 'Jam', page: null }
    const [taken, lost] = [
      runPiece({ id: 'b', place: 13, ...spoiled }),
      runPiece({ id: 'c', place: 14, isFileLost: true }),
    ]
    await openRun(server, {}, [runPiece(), taken, lost])
    const file = screen.getByRole('listitem', { name: 'File 1' })
    expect(file).toHaveTextContent(
      `File 1 ReadyPositions 1 to 250, revision 1First ${runFile().firstBarcode}Last ${runFile().lastBarcode}250 pieces, 250 sheets500 pages, 4.1 MB`,
    )
    const linkTo = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
    expect(linkTo('Download')).toContain(`/print-run-files/${runFile().id}`)
    expect(linkTo('Manifest')).toContain(`${printRun().id}/manifest`)

    const place = (number: number) => screen.getByRole('listitem', { name: `Position ${number}` })
    expect(place(12)).toHaveTextContent('Tulsa Roofing ExampleFile 1, page 23')
    expect(place(13)).toHaveTextContent('Removed Nov 21, 2025, 10:04 AM by Rosa Example: Jam')
    expect(within(place(13)).queryByRole('button')).not.toBeInTheDocument()
    expect(place(14)).toHaveTextContent('Print file lost')
    const queries: string[] = []
    server.use(
      http.get(`*${runsPath}/:id/pieces`, ({ request }) => {
        queries.push(new URL(request.url).search)
        return HttpResponse.json([])
      }),
    )
    fill(screen.getByRole('searchbox', { name: 'Search' }), 'piece_4Hs8')
    await waitFor(() => expect(queries.at(-1)).toBe('?limit=50&q=piece_4Hs8'))
    fill(screen.getByRole('searchbox', { name: 'Search' }), '')
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Show' }), 'Lost print files')
    expect(await screen.findByText('No pieces match')).toBeVisible()
    await waitFor(() => expect(queries.at(-1)).toBe('?limit=50&only=lost'))
  })

  test('offers only the actions for its status', async () => {
    server.use(getListRenderersMockHandler([]))
    await openRun(server)
    const actions = /^(Mark as|Remove pieces|Cancel run|Regenerate|Edit mailing|Job ticket)/
    for (const [status, offered] of [
      ['preparing', ['Job ticket', 'Regenerate files', 'Remove pieces…', 'Cancel run…']],
      ['ready', ['Job ticket', 'Regenerate files', 'Remove pieces…', 'Cancel run…', 'Mark as printed…']],
      ['printed', ['Job ticket', 'Regenerate files', 'Remove pieces…', 'Cancel run…', 'Mark as mailed…']],
      ['mailed', ['Job ticket', 'Edit mailing…']],
      ['canceled', []],
    ] as const) {
      change({ status })
      const found = () => buttons().filter((text) => actions.test(text ?? ''))
      await waitFor(() => expect([status, ...found()]).toEqual([status, ...offered]))
    }
  })

  test('explains why files are missing, and regenerates them', async () => {
    const failure = 'The print file at position 4 is lost.'
    const parts = [runFile({ state: 'failed', failure })]
    await openRun(server, { status: 'preparing', failedFiles: 1, preparedFiles: 0, parts })
    expect(screen.getByText('1 file could not be generated')).toBeVisible()
    expect(screen.getByRole('listitem', { name: 'File 1' })).toHaveTextContent(failure)
    const again = printRun({ status: 'preparing', preparedFiles: 0, parts: [runFile({ state: 'waiting' })] })
    server.use(getPreparePrintRunMockHandler(again), getGetPrintRunMockHandler(again), getListRenderersMockHandler([]))
    await press('Regenerate files')
    await says('Files are being regenerated')
    const idle = 'No renderer is running. The files will be generated once one starts.'
    expect(await screen.findByText(idle)).toBeVisible()
  })

  test('shows a loading failure, or that it does not exist', async () => {
    server.use(signedInAsEditor, failing(`${runsPath}/:id`, 500, 'req-7'), getListPrintRunPiecesMockHandler([]))
    renderAdmin('/production?tab=runs&run=gone')
    expect(await screen.findByText('req-7')).toBeVisible()
    server.use(failing(`${runsPath}/:id`, 404))
    await press('Retry')
    expect(await screen.findByText('Run not found')).toBeVisible()
  })

  test('has a job ticket with the revision, the sheets of each piece, and the removed pieces', async () => {
    const files: { content: Blob; name: string }[] = []
    vi.spyOn(browser, 'saveFile').mockImplementation((content, name) => void files.push({ content, name }))
    server.use(fontFiles)
    const takenOut = { spoiledAt: '2025-11-21T15:04:05.123Z', spoiledBy: 'Rosa Example', reason: 'Jam in the cutter' }
    const part = runFile({ revision: 2, sheets: 498, minSheets: 1, maxSheets: 3 })
    const barcodes = { firstBarcode: '0031009000000010574104', lastBarcode: '0031009000000012574136' }
    const run = { pieces: 248, sheets: 496, spoiled: 2, revision: 3, parts: [part], ...barcodes }
    await openRun(server, run, [runPiece({ ...takenOut, sheets: 2 })])
    await press('Job ticket')
    await waitFor(() => expect(files).toHaveLength(1))
    expect(files[0]?.name).toBe('run-128-revision-3-job-ticket.pdf')
    const [page] = await readBack(new Uint8Array((await files[0]?.content.arrayBuffer()) ?? []))
    const printed = page?.texts.filter(({ text }) => text.trim()) ?? []
    const texts = printed.map(({ text }) => text)
    expect(texts).toContain('Job ticket: run 128, revision 3')
    const factOf = (name: string) => texts[texts.indexOf(name) + 1]
    // The values from the manifest.
    expect(['Pieces', 'First barcode', 'Last barcode'].map(factOf)).toEqual([
      '248 pieces on 496 sheets, printed on both sides',
      barcodes.firstBarcode,
      barcodes.lastBarcode,
    ])
    expect(texts).toContain('2 pieces, listed below: do not mail')
    expect(texts).toEqual(expect.arrayContaining(['Each', '1–3', 'Revision', '2']))
    expect(texts).toContain('Position 12, file 1, 2 sheets: Jam in the cutter')
    expect(texts).toContain('1 more: see the manifest')
    // No column overlaps the next one.
    const row = printed.filter(({ y }) => y === printed.find(({ text }) => text === '1–3')?.y)
    for (const [index, { x, width }] of row.entries()) expect(x + width).toBeLessThan(row[index + 1]?.x ?? 760)
  })
})

describe('a step of a run', () => {
  /** Accepts only the second version, which has fewer pieces. Records the version and body of each attempt. */
  const changeTo = (verb: string, status: PrintRunDetail['status'], after: Partial<PrintRunDetail>) => {
    const attempts: [version: string | null, body: string][] = []
    const current = { status, pieces: 240, spoiled: 10, version: 2, changedBy: 'Lee Example' }
    server.use(
      http.post(`*${runsPath}/:id/${verb}`, async ({ request }) => {
        const version = request.headers.get('if-match')
        attempts.push([version, await request.text()])
        const records = [{ id: printRun().id, changedBy: 'Lee Example' }]
        if (version !== '"2"') return HttpResponse.json({ status: 412, code: 'stale', records }, { status: 412 })
        const done = printRun({ ...current, version: 3, ...after })
        server.use(getGetPrintRunMockHandler(done))
        return HttpResponse.json(done)
      }),
    )
    change(current)
    return attempts
  }

  test('printing is recorded only for the version that the user read, and once for a double click', async () => {
    await openRun(server)
    await press('Mark as printed…')
    const question = await dialog('Mark run 128 as printed?')
    const attempts = changeTo('print', 'ready', { status: 'printed', printedAt: '2025-11-21T15:04:05.123Z' })
    expect(await question.findByRole('alert')).toHaveTextContent('Lee Example changed this run')
    const text = 'pieces will be marked as printed, and their customers’ webhooks will be called'
    expect(question.getByText(new RegExp(`^250 ${text}`))).toBeVisible()
    await answer('Mark run 128 as printed?', 'Mark as printed')
    await says('Lee Example has changed it since then.')
    await areClosed()

    await press('Mark as printed…')
    const again = await dialog('Mark run 128 as printed?')
    expect(again.getByText(new RegExp(`^240 ${text}`))).toBeVisible()
    await userEvent.dblClick(again.getByRole('button', { name: 'Mark as printed' }))
    await says('Run 128 marked as printed')
    expect(attempts.map(([version]) => version)).toEqual(['"1"', '"2"'])
    expect(await screen.findByText('Printed, not mailed yet')).toBeVisible()
  })

  test.each([
    ['cancel', 'ready', 'Cancel run…', 'Cancel run 128?', 'Cancel run', /Reason/, 'canceled'],
    ['mail', 'printed', 'Mark as mailed…', 'Mark run 128 as mailed', 'Mark as mailed', /Post office/, 'mailed'],
  ] as const)('%s: the text stays, and the next attempt is about the state that is shown then', async (...step) => {
    const [verb, status, button, title, action, field, after] = step
    await openRun(server, { status })
    await press(button)
    const form = await dialog(title)
    fill(form.getByRole('textbox', { name: field }), ' Tulsa ')
    const attempts = changeTo(verb, status, { status: after, mailedOn: '2025-11-20' })
    await answer(title, action)
    await userEvent.click(await form.findByRole('button', { name: 'Show current version' }))
    expect(form.getByText(/^240 pieces/)).toBeVisible()
    expect(form.getByRole('textbox', { name: field })).toHaveValue(' Tulsa ')
    await answer(title, action)
    await says(verb === 'mail' ? 'Run 128 marked as mailed' : 'Run 128 canceled')
    expect(attempts.map(([version]) => version)).toEqual(['"1"', '"2"'])
    expect(attempts.at(-1)?.[1]).toContain('"Tulsa"')
    await waitFor(() => expect(buttons()).not.toContain(button))
  })

  test('mailing keeps a typed statement number, and its date starts as today again', async () => {
    const inputs: PrintRunMailing[] = []
    const mailed = printRun({ status: 'mailed', mailedOn: '2025-11-20', mailedBy: 'Rosa Example', version: 2 })
    await openRun(server, { status: 'printed' })
    await press('Mark as mailed…')
    const form = await dialog('Mark run 128 as mailed')
    const day = form.getByLabelText(/Mailed on/)
    const today = day.getAttribute('max')
    fill(form.getByRole('textbox', { name: /Statement number/ }), 'PS-1')
    fill(day, '2025-01-01')
    await leaveDialog()
    await press('Mark as mailed…')
    const again = await dialog('Mark run 128 as mailed')
    expect(again.getByLabelText(/Mailed on/)).toHaveValue(today)
    server.use(
      http.post(`*${runsPath}/:id/mail`, async ({ request }) => {
        inputs.push((await request.json()) as PrintRunMailing)
        server.use(getGetPrintRunMockHandler(mailed))
        return HttpResponse.json(mailed)
      }),
    )
    await answer('Mark run 128 as mailed', 'Mark as mailed')
    expect(await screen.findByText(/Nov 20, 2025, recorded by/)).toBeVisible()
    expect(inputs).toEqual([{ mailedOn: today, postOffice: '', statementNumber: 'PS-1' }])
  })

  test('pieces are removed by position with a reason, and a draft reason is kept per position', async () => {
    const inputs: SpoiledPieces[] = []
    await openRun(server, {}, [runPiece(), runPiece({ id: '01932c07-5b1c-7d52-8f3a-2b1f6f3f8b06', place: 14 })])
    const open = async (place: string) => {
      await press(`Remove the piece at position ${place}`)
      const form = await dialog('Remove pieces from run 128')
      const [places, reason] = [/Positions/, /Reason/].map((name) => form.getByRole('textbox', { name }))
      if (!places || !reason) throw new Error('a field is missing')
      expect(places).toHaveValue(place)
      return { form, places, reason, remove: () => userEvent.click(form.getByRole('button', { name: 'Remove' })) }
    }
    for (const [place, before] of [
      ['12', ''],
      ['14', ''],
      ['12', 'Jam at 12'],
    ] as const) {
      const { reason } = await open(place)
      expect(reason).toHaveValue(before)
      fill(reason, `Jam at ${place}`)
      await leaveDialog()
    }
    server.use(
      getSpoilPrintRunPiecesMockHandler(async ({ request }) => {
        // The generated client sends this type.
        inputs.push((await request.json()) as SpoiledPieces)
        return printRun({ pieces: 247, spoiled: 3, version: 2 })
      }),
    )
    const { form, places, reason, remove } = await open('12')
    fill(places, '251')
    fill(reason, '')
    await remove()
    expect(await form.findByText('The run has positions 1 to 250')).toBeVisible()
    expect(form.getByText('Reason is required')).toBeVisible()
    fill(places, '12, 14-15')
    fill(reason, 'Jam')
    await remove()
    await says('Run 128 now has 3 removed pieces')
    expect(inputs).toEqual([{ places: [12, 14, 15], outcome: 'reprint', reason: 'Jam' }])
  })
})
