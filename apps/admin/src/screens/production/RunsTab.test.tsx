import type { PrintRunDetail, PrintRunMailing, PrintRunPiece, SpoiledPieces } from '@app/api-client'
import {
  getCancelPrintRunMockHandler,
  getGetPrintRunMockHandler,
  getListPrintRunPiecesMockHandler,
  getListPrintRunsMockHandler,
  getListRenderersMockHandler,
  getMailPrintRunMockHandler,
  getPreparePrintRunMockHandler,
  getPrintPrintRunMockHandler,
  getSpoilPrintRunPiecesMockHandler,
} from '@app/api-client/mocks'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { failing, renderAdmin, signedInAsEditor, signedInAsViewer, useAdmin } from '../../../test/admin.tsx'
import { printRun, runFile, runPiece } from '../../../test/production-records.ts'
import { answer, dialog, press, toast } from '../../../test/settings.tsx'

const { server, requested } = useAdmin()

const base = '/api/admin/print-runs'
const buttons = () => screen.getAllByRole('button').map((one) => one.textContent)
const called = (verb: string) => requested.filter((one) => one.endsWith(verb)).length

async function open(
  changes: Partial<PrintRunDetail> = {},
  pieces: PrintRunPiece[] = [runPiece()],
  session = signedInAsEditor,
) {
  const run = printRun(changes)
  server.use(session, getGetPrintRunMockHandler(run), getListPrintRunPiecesMockHandler(pieces))
  renderAdmin(`/production?tab=runs&run=${run.id}`)
  await screen.findByRole('heading', { name: /^Run 128/ })
  await screen.findByRole('list', { name: 'Pieces' })
}

test('the list shows each run, is filtered by status in the URL, and opens a run', async () => {
  const queries: string[] = []
  server.use(
    signedInAsViewer,
    http.get(`*${base}`, ({ request }) => {
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
  expect(await screen.findByRole('listitem', { name: 'Run 128' })).toHaveTextContent('250 pieces, 2 taken out')
  expect(screen.getByRole('listitem', { name: 'Run 127' })).toHaveTextContent('1 of 5 files made')
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
    await open()
    const file = screen.getByRole('listitem', { name: 'File 1' })
    expect(file).toHaveTextContent('File 1 ReadyPlaces 1 to 250')
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
    await open({}, [runPiece()], signedInAsViewer)
    expect(screen.queryByRole('link', { name: 'Download' })).not.toBeInTheDocument()
    for (const name of [/Mark as/, /Take out/, /Cancel run/, /Make files/])
      expect(screen.queryByRole('button', { name })).not.toBeInTheDocument()
  })

  test.each([
    ['preparing', ['Make files again', 'Take out pieces…', 'Cancel run…'], ['Mark as printed…', 'Mark as mailed…']],
    ['ready', ['Mark as printed…', 'Take out pieces…', 'Cancel run…'], ['Mark as mailed…']],
    ['printed', ['Mark as mailed…', 'Take out pieces…'], ['Mark as printed…']],
    ['mailed', ['Edit mailing…'], ['Take out pieces…', 'Cancel run…', 'Mark as mailed…', 'Make files again']],
    ['canceled', [], ['Job ticket', 'Take out pieces…', 'Cancel run…', 'Make files again']],
  ] as const)('%s: only what can be done is offered', async (status, offered, others) => {
    server.use(getListRenderersMockHandler([]))
    await open({ status })
    for (const one of offered) expect(buttons()).toContain(one)
    for (const one of others) expect(buttons()).not.toContain(one)
  })

  test('says why files are missing, and makes them again', async () => {
    const failure = 'The print file of place 4 is lost.'
    await open({
      status: 'preparing',
      failedFiles: 1,
      preparedFiles: 0,
      parts: [runFile({ state: 'failed', failure })],
    })
    expect(screen.getByText('1 file could not be made')).toBeVisible()
    expect(screen.getByRole('listitem', { name: 'File 1' })).toHaveTextContent(failure)
    const again = printRun({ status: 'preparing', preparedFiles: 0, parts: [runFile({ state: 'waiting' })] })
    server.use(getPreparePrintRunMockHandler(again), getGetPrintRunMockHandler(again), getListRenderersMockHandler([]))
    await press('Make files again')
    await waitFor(() => expect(toast()).toHaveTextContent('The files are being made again'))
    expect(await screen.findByText('No renderer is running. The files are made once one starts.')).toBeVisible()
  })

  test('that does not exist, and one that could not be loaded, say so', async () => {
    server.use(signedInAsEditor, failing(`${base}/:id`, 404), getListPrintRunPiecesMockHandler([]))
    const { unmount } = renderAdmin('/production?tab=runs&run=gone')
    expect(await screen.findByText('There is no such run')).toBeVisible()
    unmount()
    server.use(failing(`${base}/:id`, 500, 'req-7'))
    renderAdmin('/production?tab=runs&run=down')
    expect(await screen.findByText('req-7')).toBeVisible()
  })
})

describe('the steps of a run', () => {
  test('it is marked as printed once for a double click', async () => {
    await open()
    const printed = printRun({
      status: 'printed',
      printedAt: '2025-11-21T15:04:05.123Z',
      printedBy: 'Rosa Example',
      version: 2,
    })
    server.use(getPrintPrintRunMockHandler(printed))
    await press('Mark as printed…')
    const question = await dialog('Mark run 128 as printed?')
    expect(question.getByText(/250 pieces will be marked as printed/)).toBeVisible()
    server.use(getGetPrintRunMockHandler(printed))
    await userEvent.dblClick(question.getByRole('button', { name: 'Mark as printed' }))
    await waitFor(() => expect(toast()).toHaveTextContent('Run 128 marked as printed'))
    expect(called('/print')).toBe(1)
    expect(await screen.findByText('Printed, not mailed yet')).toBeVisible()
  })

  test('it is marked as mailed with the day, the post office, and the statement number', async () => {
    const inputs: PrintRunMailing[] = []
    await open({ status: 'printed' })
    const mailed = printRun({
      status: 'mailed',
      mailedOn: '2025-11-20',
      mailedBy: 'Rosa Example',
      postOffice: 'Tulsa',
      version: 3,
    })
    server.use(
      getMailPrintRunMockHandler(async ({ request }) => {
        // The generated client sends this type.
        inputs.push((await request.json()) as PrintRunMailing)
        return mailed
      }),
    )
    await press('Mark as mailed…')
    const form = await dialog('Mark run 128 as mailed')
    await userEvent.type(form.getByRole('textbox', { name: /Post office/ }), ' Tulsa ')
    await userEvent.type(form.getByRole('textbox', { name: /Statement number/ }), 'PS-1')
    server.use(getGetPrintRunMockHandler(mailed))
    await userEvent.click(form.getByRole('button', { name: 'Mark as mailed' }))
    await waitFor(() => expect(toast()).toHaveTextContent('Run 128 marked as mailed'))
    expect(inputs).toEqual([
      { mailedOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), postOffice: 'Tulsa', statementNumber: 'PS-1' },
    ])
    expect(await screen.findByText(/Nov 20, 2025, noted by/)).toBeVisible()
  })

  test('pieces are taken out by their places, with a reason', async () => {
    const inputs: SpoiledPieces[] = []
    await open()
    server.use(
      getSpoilPrintRunPiecesMockHandler(async ({ request }) => {
        // The generated client sends this type.
        inputs.push((await request.json()) as SpoiledPieces)
        return printRun({ pieces: 247, spoiled: 3, version: 2 })
      }),
    )
    await press('Take out place 12')
    const form = await dialog('Take pieces out of run 128')
    const places = form.getByRole('textbox', { name: /Places/ })
    expect(places).toHaveValue('12')
    await userEvent.clear(places)
    await userEvent.type(places, '251')
    await userEvent.click(form.getByRole('button', { name: 'Take out' }))
    expect(await form.findByText('The run has places 1 to 250')).toBeVisible()
    expect(form.getByText('Reason is required')).toBeVisible()
    await userEvent.clear(places)
    await userEvent.type(places, '12, 14-15')
    await userEvent.type(form.getByRole('textbox', { name: /Reason/ }), 'Jam')
    await userEvent.click(form.getByRole('button', { name: 'Take out' }))
    await waitFor(() => expect(toast()).toHaveTextContent('3 pieces taken out of run 128'))
    expect(inputs).toEqual([{ places: [12, 14, 15], outcome: 'reprint', reason: 'Jam' }])
  })

  test('it is canceled with a reason', async () => {
    await open()
    const canceled = printRun({ status: 'canceled', pieces: 0, spoiled: 250, version: 2 })
    server.use(getCancelPrintRunMockHandler(canceled))
    await press('Cancel run…')
    await userEvent.type((await dialog('Cancel run 128?')).getByRole('textbox', { name: /Reason/ }), 'Wrong cutoff')
    server.use(getGetPrintRunMockHandler(canceled))
    await answer('Cancel run 128?', 'Cancel run')
    await waitFor(() => expect(toast()).toHaveTextContent('Run 128 canceled'))
    await waitFor(() => expect(buttons()).not.toContain('Cancel run…'))
  })
})

test('pieces are found by place or barcode, and say who took them out and why', async () => {
  const queries: string[] = []
  await open({}, [
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
  expect(screen.getByRole('listitem', { name: 'Place 12' })).toHaveTextContent('Tulsa Roofing ExampleFile 1, page 23')
  expect(screen.getByRole('listitem', { name: 'Place 13' })).toHaveTextContent(
    'Taken out Nov 21, 2025, 10:04 AM by Rosa Example: Jam',
  )
  expect(screen.queryByRole('button', { name: 'Take out place 13' })).not.toBeInTheDocument()
  expect(screen.getByRole('listitem', { name: 'Place 14' })).toHaveTextContent('Print file lost')
  server.use(
    http.get(`*${base}/:id/pieces`, ({ request }) => {
      queries.push(new URL(request.url).search)
      return HttpResponse.json([])
    }),
  )
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Show' }), 'Lost print files')
  expect(await screen.findByText('No pieces match')).toBeVisible()
  expect(queries.at(-1)).toBe('?limit=50&only=lost')
})
