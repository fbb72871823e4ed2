import { getListRenderersQueryKey, getListWaitingPiecesQueryKey } from '@app/api-client'

/** Queries whose data changes without a live event. */
export const productionKeys = [getListWaitingPiecesQueryKey(), getListRenderersQueryKey()]
