import { pageResponse } from '../http/responses.ts'
import { cancelPiece } from '../modules/pieces/end-pieces.ts'
import { listPieceEvents } from '../modules/messages/piece-events.queries.ts'
import { getPiece, getTrackedPiece, listPieces } from '../modules/pieces/pieces.queries.ts'
import { currentMonth, getUsage } from '../modules/pieces/usage.queries.ts'
import type { Handlers } from './context.ts'

export const pieceHandlers = {
  getTrackedPiece: ({ params: { token } }, { em, config }) => getTrackedPiece(em, token, config),
  listPieces: ({ query }, { em, url, config, workspace }) =>
    pageResponse(url, listPieces(em, workspace.id, query, config)),
  getPiece: ({ params: { id } }, { em, config, workspace }) => getPiece(em, workspace.id, id, config),

  async cancelPiece({ params: { id } }, { em, config, workspace }) {
    await cancelPiece(em, workspace.id, id)
    return getPiece(em, workspace.id, id, config)
  },

  listPieceEvents: ({ query }, { em, url, workspace }) => pageResponse(url, listPieceEvents(em, workspace.id, query)),
  getUsage: async ({ query: { Month: month } }, { em, config, workspace }) =>
    getUsage(em, workspace, month ?? (await currentMonth(em, config.businessTimeZone))),
} satisfies Handlers
