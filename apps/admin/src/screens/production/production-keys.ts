import { getListRenderersQueryKey, getListWaitingPiecesQueryKey } from '@app/api-client'

/** What changes without a live event. */
export const productionKeys = [getListWaitingPiecesQueryKey(), getListRenderersQueryKey()]
