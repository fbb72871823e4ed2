import { getGetPrintStatsQueryKey, getListRenderersQueryKey, getListSandboxKeysQueryKey } from '@app/api-client'

/** What the screen shows. */
export const printKeys = [getGetPrintStatsQueryKey(), getListRenderersQueryKey(), getListSandboxKeysQueryKey()]
