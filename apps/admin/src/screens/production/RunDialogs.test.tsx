import type { PrintRunMailing, SpoiledPieces } from '@app/api-client'
import {
  getCancelPrintRunMockHandler,
  getGetPrintRunMockHandler,
  getMailPrintRunMockHandler,
  getPrintPrintRunMockHandler,
  getSpoilPrintRunPiecesMockHandler,
} from '@app/api-client/mocks'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { streams, useAdmin } from '../../../test/admin.tsx'
import { openRun, runsPath } from '../../../test/print-run.tsx'
import { printRun, runPiece } from '../../../test/production-records.ts'
import { answer, dialog, press, toast } from '../../../test/settings.tsx'

const { server, requested } = useAdmin()

const buttons = () => screen.getAllByRole('button').map((one) => one.textContent)
const called = (verb: string) => requested.filter((one) => one.endsWith(verb)).length

describe('the steps of a run', () => {
  test('it is marked as printed once for a double click', async () => {
    await openRun(server)
    const printed = printRun({
      status: 'printed',
      printedAt: '2025-11-21T15:04:05.123Z',
      printedBy: 'Rosa Example',
      version: 2,
    })
    server.use(getPrintPrintRunMockHandler(printed))
    await press('Mark as printed…')
    const question = await dialog('Mark run 128 as printed?')
    expect(
      question.getByText(/^250 pieces will be marked as printed, and their customers’ webhooks will be called/),
    ).toBeVisible()
    server.use(getGetPrintRunMockHandler(printed))
    await userEvent.dblClick(question.getByRole('button', { name: 'Mark as printed' }))
    await waitFor(() => expect(toast()).toHaveTextContent('Run 128 marked as printed'))
    expect(called('/print')).toBe(1)
    expect(await screen.findByText('Printed, not mailed yet')).toBeVisible()
  })

  test('it is marked as mailed with the day, the post office, and the statement number', async () => {
    const inputs: PrintRunMailing[] = []
    await openRun(server, { status: 'printed' })
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
    expect(await screen.findByText(/Nov 20, 2025, recorded by/)).toBeVisible()
  })

  test('it is marked as mailed today, whenever the text next to the day was typed', async () => {
    await openRun(server, { status: 'printed' })
    await press('Mark as mailed…')
    const form = await dialog('Mark run 128 as mailed')
    const day = form.getByLabelText(/Mailed on/)
    const today = day.getAttribute('max')
    await userEvent.type(form.getByRole('textbox', { name: /Post office/ }), 'Tulsa')
    fireEvent.change(day, { target: { value: '2025-01-01' } })
    cleanup()
    await openRun(server, { status: 'printed' })
    await press('Mark as mailed…')
    const again = await dialog('Mark run 128 as mailed')
    expect(again.getByRole('textbox', { name: /Post office/ })).toHaveValue('Tulsa')
    expect(again.getByLabelText(/Mailed on/)).toHaveValue(today)
  })

  test('pieces are removed by their positions, with a reason', async () => {
    const inputs: SpoiledPieces[] = []
    await openRun(server)
    server.use(
      getSpoilPrintRunPiecesMockHandler(async ({ request }) => {
        // The generated client sends this type.
        inputs.push((await request.json()) as SpoiledPieces)
        return printRun({ pieces: 247, spoiled: 3, version: 2 })
      }),
    )
    await press('Remove the piece at position 12')
    const form = await dialog('Remove pieces from run 128')
    const places = form.getByRole('textbox', { name: /Positions/ })
    expect(places).toHaveValue('12')
    await userEvent.clear(places)
    await userEvent.type(places, '251')
    await userEvent.click(form.getByRole('button', { name: 'Remove' }))
    expect(await form.findByText('The run has positions 1 to 250')).toBeVisible()
    expect(form.getByText('Reason is required')).toBeVisible()
    await userEvent.clear(places)
    await userEvent.type(places, '12, 14-15')
    await userEvent.type(form.getByRole('textbox', { name: /Reason/ }), 'Jam')
    await userEvent.click(form.getByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(toast()).toHaveTextContent('Run 128 now has 3 removed pieces'))
    expect(inputs).toEqual([{ places: [12, 14, 15], outcome: 'reprint', reason: 'Jam' }])
  })

  test('text about one place is kept for that place alone', async () => {
    await openRun(server, {}, [runPiece(), runPiece({ id: '01932c07-5b1c-7d52-8f3a-2b1f6f3f8b06', place: 14 })])
    for (const [place, before] of [
      ['12', ''],
      ['14', ''],
      ['12', 'Jam at 12'],
    ] as const) {
      await press(`Remove the piece at position ${place}`)
      const form = await dialog('Remove pieces from run 128')
      expect(form.getByRole('textbox', { name: /Positions/ })).toHaveValue(place)
      const reason = form.getByRole('textbox', { name: /Reason/ })
      expect(reason).toHaveValue(before)
      await userEvent.clear(reason)
      await userEvent.type(reason, `Jam at ${place}`)
      act(() => window.history.back())
      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    }
  })

  test('it is canceled with a reason', async () => {
    await openRun(server)
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

describe('a run that a colleague changes while a dialog is open', () => {
  /** Lets pieces be removed from the run, and remembers the version that each request is about. */
  const changed = (verb: string) => {
    const versions: (string | null)[] = []
    server.use(
      getGetPrintRunMockHandler(printRun({ pieces: 240, spoiled: 10, version: 2, changedBy: 'Lee Example' })),
      http.post(`*${runsPath}/:id/${verb}`, ({ request }) => {
        versions.push(request.headers.get('if-match'))
        const records = [{ id: printRun().id, changedBy: 'Lee Example' }]
        return HttpResponse.json({ status: 412, code: 'stale', records }, { status: 412 })
      }),
    )
    act(() => streams.at(-1)?.emit({ kind: 'ready' }))
    act(() => streams.at(-1)?.emit({ kind: 'ready', changed: 'print_runs', count: 1, ids: [printRun().id] }))
    return versions
  }

  test('is marked as printed in the version that the user read, or not at all', async () => {
    await openRun(server)
    await press('Mark as printed…')
    const question = await dialog('Mark run 128 as printed?')
    const versions = changed('print')
    expect(await question.findByRole('alert')).toHaveTextContent('Lee Example changed this run')
    expect(question.getByText(/250 pieces will be marked/)).toBeVisible()
    await answer('Mark run 128 as printed?', 'Mark as printed')
    await waitFor(() => expect(toast()).toHaveTextContent('Lee Example has changed it since then.'))
    expect(versions).toEqual(['"1"'])
  })

  test.each([
    ['cancel', 'Cancel run…', 'Cancel run 128?', 'Cancel run', /Reason/, 'ready'],
    ['mail', 'Mark as mailed…', 'Mark run 128 as mailed', 'Mark as mailed', /Post office/, 'printed'],
  ] as const)('%s: the text stays, and the next attempt is about the state that is shown then', async (...step) => {
    const [verb, button, title, action, field, status] = step
    await openRun(server, { status })
    await press(button)
    const form = await dialog(title)
    await userEvent.type(form.getByRole('textbox', { name: field }), 'Tulsa')
    const versions = changed(verb)
    server.use(getGetPrintRunMockHandler(printRun({ status, pieces: 240, spoiled: 10, version: 2 })))
    await answer(title, action)
    await userEvent.click(await form.findByRole('button', { name: 'Show current version' }))
    expect(form.getByText(/^240 pieces/)).toBeVisible()
    expect(form.getByRole('textbox', { name: field })).toHaveValue('Tulsa')
    await answer(title, action)
    await waitFor(() => expect(versions).toEqual(['"1"', '"2"']))
  })
})
