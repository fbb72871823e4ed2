import { pageResponse } from '../http/responses.ts'
import { cancelPiece } from '../modules/pieces/end-pieces.ts'
import { listPieceEvents } from '../modules/messages/piece-events.queries.ts'
import { getPiece, getTrackedPiece, listPieces } from '../modules/pieces/pieces.queries.ts'
import { currentMonth, getUsage } from '../modules/pieces/usage.queries.ts'
import type { Handlers } from './context.ts'

export const pieceHandlers = {
  async getTrackedPiece({ params: { token } }, { em, config }) {
    return getTrackedPiece(em, token, config)
  },

  async listPieces({ query }, { em, url, config, workspace }) {
    return pageResponse(url, await listPieces(em, workspace.id, query, config))
  },

  async getPiece({ params: { id } }, { em, config, workspace }) {
    return getPiece(em, workspace.id, id, config)
  },

  async cancelPiece({ params: { id } }, { em, config, workspace }) {
    await cancelPiece(em, workspace.id, id)
    return getPiece(em, workspace.id, id, config)
  },

  async listPieceEvents({ query }, { em, url, workspace }) {
    return pageResponse(url, await listPieceEvents(em, workspace.id, query))
  },

  async getUsage({ query: { Month: month } }, { em, config, workspace }) {
    return getUsage(em, workspace, month ?? (await currentMonth(em, config.businessTimeZone)))
  },
} satisfies Handlers
