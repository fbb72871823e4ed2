import type { PrintRunDetail, PrintRunPiece } from '@app/api-client'
import { getGetPrintRunMockHandler, getListPrintRunPiecesMockHandler } from '@app/api-client/mocks'
import { screen } from '@testing-library/react'
import type { SetupServer } from 'msw/node'
import { renderAdmin, signedInAsEditor } from './admin.tsx'
import { printRun, runPiece } from './production-records.ts'

export const runsPath = '/api/admin/print-runs'

/** Opens the screen of one run. */
export async function openRun(
  server: SetupServer,
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
