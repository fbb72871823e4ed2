import { getGetPrintStatsQueryKey, getListRenderersQueryKey, getListSandboxKeysQueryKey } from '@app/api-client'

/** The queries of the print screen. */
export const printKeys = [getGetPrintStatsQueryKey(), getListRenderersQueryKey(), getListSandboxKeysQueryKey()]
