import { dayIn } from './day-range.ts'
import { useStaff } from '../session/use-staff.ts'

/** Today in the business's time zone, which the API uses to count days. */
export const useBusinessDay = (): string => dayIn(useStaff()?.businessTimeZone)
