import { useGetCurrentUser } from '@app/api-client'
import { dayIn } from './day-range.ts'

/**
 * Today in the business's time zone, which the API uses to count days. Reads the cached response to RequireStaff's call
 * and makes no call of its own.
 */
export function useBusinessDay(): string {
  const timeZone = useGetCurrentUser({ query: { enabled: false } }).data?.data?.businessTimeZone
  return dayIn(timeZone)
}
