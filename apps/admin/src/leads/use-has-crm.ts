import { useGetCrmStatus } from '@app/api-client'

/** Whether a CRM is connected. Until that is known, nothing about one is shown. */
export function useHasCrm(isNeeded = true): boolean {
  const state = useGetCrmStatus({ query: { enabled: isNeeded } }).data?.data.state
  return state !== undefined && state !== 'not_configured'
}
