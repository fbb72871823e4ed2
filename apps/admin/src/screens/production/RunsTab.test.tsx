import {
  getGetPrintRunMockHandler,
  getListPrintRunPiecesMockHandler,
  getListPrintRunsMockHandler,
  getListRenderersMockHandler,
  getPreparePrintRunMockHandler,
} from '@app/api-client/mocks'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import { failing, renderAdmin, signedInAsEditor, signedInAsViewer, useAdmin } from '../../../test/admin.tsx'
import { openRun, runsPath } from '../../../test/print-run.tsx'
import { fontFiles, readBack } from '../../../test/printed.ts'
import { printRun, runFile, runPiece } from '../../../test/production-records.ts'
import { press, toast } from '../../../test/settings.tsx'
import { browser } from '../../urls/browser.ts'

const { server } = useAdmin()

const buttons = () => screen.getAllByRole('button').map((one) => one.textContent)

test('the list shows each run, is filtered by status in the URL, and opens a run', async () => {
  const queries: string[] = []
  server.use(
    signedInAsViewer,
    http.get(`*${runsPath}`, ({ request }) => {
      const { search } = new URL(request.url)
      queries.push(search)
      return HttpResponse.json(
        search.includes('status=')
          ? []
          : [printRun({ spoiled: 2 }), printRun({ id: 'b', number: 127, status: 'preparing', files: 5 })],
      )
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
})

test('an empty list says so', async () => {
  server.use(signedInAsEditor, getListPrintRunsMockHandler([]))
  renderAdmin('/production?tab=runs')
  expect(await screen.findByText('No print runs yet')).toBeVisible()
})

describe('one run', () => {
  test('shows its files with their barcodes, and links to them and to the manifest', async () => {
    await openRun(server)
    const file = screen.getByRole('listitem', { name: 'File 1' })
    expect(file).toHaveTextContent('File 1 ReadyPositions 1 to 250, revision 1')
    expect(file).toHaveTextContent(
      `First ${runFile().firstBarcode}Last ${runFile().lastBarcode}250 pieces, 250 sheets500 pages, 4.1 MB`,
    )
    expect(within(file).getByRole('link', { name: 'Download' })).toHaveAttribute(
      'href',
      expect.stringContaining(`/print-run-files/${runFile().id}`),
    )
    expect(screen.getByRole('link', { name: 'Manifest' })).toHaveAttribute(
      'href',
      expect.stringContaining(`${printRun().id}/manifest`),
    )
  })

  test('viewers can change nothing, and cannot download what holds addresses', async () => {
    await openRun(server, {}, [runPiece()], signedInAsViewer)
    expect(screen.queryByRole('link', { name: 'Download' })).not.toBeInTheDocument()
    for (const name of [/Mark as/, /Remove/, /Cancel run/, /Regenerate files/])
      expect(screen.queryByRole('button', { name })).not.toBeInTheDocument()
  })

  test.each([
    ['preparing', ['Regenerate files', 'Remove pieces…', 'Cancel run…'], ['Mark as printed…', 'Mark as mailed…']],
    ['ready', ['Mark as printed…', 'Remove pieces…', 'Cancel run…'], ['Mark as mailed…']],
    ['printed', ['Mark as mailed…', 'Remove pieces…'], ['Mark as printed…']],
    ['mailed', ['Edit mailing…'], ['Remove pieces…', 'Cancel run…', 'Mark as mailed…', 'Regenerate files']],
    ['canceled', [], ['Job ticket', 'Remove pieces…', 'Cancel run…', 'Regenerate files']],
  ] as const)('%s: only what can be done is offered', async (status, offered, others) => {
    server.use(getListRenderersMockHandler([]))
    await openRun(server, { status })
    for (const one of offered) expect(buttons()).toContain(one)
    for (const one of others) expect(buttons()).not.toContain(one)
  })

  test('says why files are missing, and makes them again', async () => {
    const failure = 'The print file at position 4 is lost.'
    await openRun(server, {
      status: 'preparing',
      failedFiles: 1,
      preparedFiles: 0,
      parts: [runFile({ state: 'failed', failure })],
    })
    expect(screen.getByText('1 file could not be generated')).toBeVisible()
    expect(screen.getByRole('listitem', { name: 'File 1' })).toHaveTextContent(failure)
    const again = printRun({ status: 'preparing', preparedFiles: 0, parts: [runFile({ state: 'waiting' })] })
    server.use(getPreparePrintRunMockHandler(again), getGetPrintRunMockHandler(again), getListRenderersMockHandler([]))
    await press('Regenerate files')
    await waitFor(() => expect(toast()).toHaveTextContent('Files are being regenerated'))
    expect(
      await screen.findByText('No renderer is running. The files will be generated once one starts.'),
    ).toBeVisible()
  })

  test('that does not exist, and one that could not be loaded, say so', async () => {
    server.use(signedInAsEditor, failing(`${runsPath}/:id`, 404), getListPrintRunPiecesMockHandler([]))
    const { unmount } = renderAdmin('/production?tab=runs&run=gone')
    expect(await screen.findByText('Run not found')).toBeVisible()
    unmount()
    server.use(failing(`${runsPath}/:id`, 500, 'req-7'))
    renderAdmin('/production?tab=runs&run=down')
    expect(await screen.findByText('req-7')).toBeVisible()
  })
})

test('the job ticket has the revision, the sheets of each piece, and what was removed', async () => {
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
  const texts = page?.texts.map(({ text }) => text).filter((text) => text.trim()) ?? []
  expect(texts).toContain('Job ticket: run 128, revision 3')
  const factOf = (name: string) => texts[texts.indexOf(name) + 1]
  // Those of the manifest.
  expect(['Pieces', 'First barcode', 'Last barcode'].map(factOf)).toEqual([
    '248 pieces on 496 sheets, printed on both sides',
    barcodes.firstBarcode,
    barcodes.lastBarcode,
  ])
  expect(texts).toContain('2 pieces, listed below: do not mail')
  expect(texts).toEqual(expect.arrayContaining(['Each', '1–3', 'Revision', '2']))
  expect(texts).toContain('Position 12, file 1, 2 sheets: Jam in the cutter')
  expect(texts).toContain('1 more: see the manifest')
  // No column reaches into the next one.
  const row =
    page?.texts.filter(({ text, y }) => text.trim() && y === page.texts.find(({ text }) => text === '1–3')?.y) ?? []
  for (const [index, { x, width }] of row.entries()) expect(x + width).toBeLessThan(row[index + 1]?.x ?? 760)
})

test('pieces are found by what was typed, and say who took them out and why', async () => {
  const queries: string[] = []
  await openRun(server, {}, [
    runPiece(),
    runPiece({
      id: 'b',
      place: 13,
      spoiledAt: '2025-11-21T15:04:05.123Z',
      spoiledBy: 'Rosa Example',
      reason: 'Jam',
      page: null,
    }),
    runPiece({ id: 'c', place: 14, isFileLost: true }),
  ])
  expect(screen.getByRole('listitem', { name: 'Position 12' })).toHaveTextContent(
    'Tulsa Roofing ExampleFile 1, page 23',
  )
  expect(screen.getByRole('listitem', { name: 'Position 13' })).toHaveTextContent(
    'Removed Nov 21, 2025, 10:04 AM by Rosa Example: Jam',
  )
  expect(screen.queryByRole('button', { name: 'Remove the piece at position 13' })).not.toBeInTheDocument()
  expect(screen.getByRole('listitem', { name: 'Position 14' })).toHaveTextContent('Print file lost')
  server.use(
    http.get(`*${runsPath}/:id/pieces`, ({ request }) => {
      queries.push(new URL(request.url).search)
      return HttpResponse.json([])
    }),
  )
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search' }), 'piece_4Hs8')
  await waitFor(() => expect(queries.at(-1)).toBe('?limit=50&q=piece_4Hs8'))
  await userEvent.clear(screen.getByRole('searchbox', { name: 'Search' }))
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Show' }), 'Lost print files')
  expect(await screen.findByText('No pieces match')).toBeVisible()
  await waitFor(() => expect(queries.at(-1)).toBe('?limit=50&only=lost'))
})
