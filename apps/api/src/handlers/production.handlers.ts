import { attachment, csvFileHeaders, pageResponse, replayable } from '../http/responses.ts'
import { changedResponse, editOf } from '../modules/changes/apply-edits.ts'
import type { Access } from '../modules/privacy/access-log.ts'
import { createPrintRun } from '../modules/production/runs/create-run.service.ts'
import { mailRun, prepareRun, printRun, updateRun } from '../modules/production/runs/run-steps.service.ts'
import * as runs from '../modules/production/runs/runs.queries.ts'
import { cancelRun, spoilPieces } from '../modules/production/runs/spoil-pieces.service.ts'
import { listWaitingPieces } from '../modules/production/runs/waiting.queries.ts'
import { listScanImports } from '../modules/production/scans/scan-imports.queries.ts'
import { createScanImport } from '../modules/production/scans/scan-imports.service.ts'
import type { Handlers } from './context.ts'

/** One access log entry per account with pieces in an exported file, with their number. */
const exported = (run: number, accounts: readonly { recordId: string; rows: number }[]): Access[] =>
  accounts.map((account) => ({
    kind: 'export',
    list: 'pieces',
    ...account,
    filters: [{ name: 'run', value: String(run) }],
  }))

export const productionHandlers = {
  listWaitingPieces: ({ query }, { em, config }) => listWaitingPieces(em, query, config.businessTimeZone),
  listPrintRuns: ({ query }, { em, url }) => pageResponse(url, runs.listPrintRuns(em, query)),

  async createPrintRun({ body, headers }, { em, staff, config }) {
    const key = headers['idempotency-key']
    const { run, isNew } = await createPrintRun(em, staff, body, { key, timeZone: config.businessTimeZone })
    return replayable(run, isNew)
  },

  getPrintRun: ({ params }, { em }) => runs.getPrintRun(em, params.id),
  updatePrintRun: (input, { em, staff }) => changedResponse(updateRun(em, staff, editOf(input))),
  preparePrintRun: ({ params }, { em }) => prepareRun(em, params.id),
  printPrintRun: async (input, { em, staff }) => (await printRun(em, staff, editOf(input))).body,
  mailPrintRun: async (input, { em, staff, config }) =>
    (await mailRun(em, staff, editOf(input), config.businessTimeZone)).body,
  spoilPrintRunPieces: ({ params, body }, { em, staff }) => spoilPieces(em, staff, params.id, body),
  cancelPrintRun: async (input, { em, staff }) => (await cancelRun(em, staff, editOf(input))).body,

  async listPrintRunPieces({ params, query }, context) {
    const { em, url, accessLog } = context
    const page = await runs.listPrintRunPieces(em, params.id, query)
    if (query.q) {
      const accounts = await runs.accountsListed(em, page.rows)
      for (const account of accounts.length > 0 ? accounts : [{ rows: 0 }])
        accessLog.note(context, { kind: 'search', list: 'pieces', ...account })
    }
    return pageResponse(url, page)
  },

  async exportPrintRunManifest({ params }, context) {
    const { em, config, accessLog } = context
    const { number, revision, body, accounts } = await runs.exportManifest(em, params.id)
    await accessLog.recordEach(context, exported(number, accounts))
    return { body, headers: csvFileHeaders(`run-${number}-revision-${revision}-manifest`, config.businessTimeZone) }
  },

  async getPrintRunFile({ params }, context) {
    const { hash, runNumber, number, contentRevision, accounts, lost } = await runs.findRunFile(context.em, params.id)
    const file = await context.files.read(hash)
    if (!file) throw lost()
    await context.accessLog.recordEach(context, exported(runNumber, accounts))
    const name = `run-${runNumber}-file-${number}-revision-${contentRevision}.pdf`
    return { body: file, headers: attachment(name) }
  },

  listScanImports: ({ query }, { em, url }) => pageResponse(url, listScanImports(em, query)),
  createScanImport: ({ body }, { em, staff, config }) => createScanImport(em, staff, body, config.businessTimeZone),
} satisfies Handlers
