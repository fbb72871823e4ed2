import { useGetCrmStatus } from '@app/api-client'

/** True if a CRM is connected. False until the CRM status has loaded. */
export function useHasCrm(isNeeded = true): boolean {
  const state = useGetCrmStatus({ query: { enabled: isNeeded } }).data?.data.state
  return state !== undefined && state !== 'not_configured'
}
