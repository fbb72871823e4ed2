import { useGetAuthUser } from '@app/api-client'

/** Viewers read. Reads what RequireStaff asked for; it never asks itself. */
export function useCanEdit(): boolean {
  const session = useGetAuthUser({ query: { enabled: false } })
  return session.data?.data?.role !== 'viewer'
}
