import { useGetAuthUser } from '@app/api-client'

/** Owners alone manage accounts and the CRM connection. Reads what RequireStaff asked for; it never asks itself. */
export function useIsOwner(): boolean {
  const session = useGetAuthUser({ query: { enabled: false } })
  return session.data?.data?.role === 'owner'
}
