import { useGetAuthUser } from '@app/api-client'
import { dayIn } from './day-range.ts'

/**
 * Today where the business is: the API counts days in that time zone. Reads the cached answer to RequireStaff's call and
 * makes no call of its own.
 */
export function useBusinessDay(): string {
  const timeZone = useGetAuthUser({ query: { enabled: false } }).data?.data?.businessTimeZone
  return dayIn(timeZone)
}
