import { useStaff } from '../session/use-staff.ts'

/** Today in the business's time zone, which the API uses to count days. */
export function useBusinessDay(): string {
  const timeZone = useStaff()?.businessTimeZone
  // Canadians write a day as the API does.
  return new Intl.DateTimeFormat('en-CA', { ...(timeZone && { timeZone }), dateStyle: 'short' }).format(new Date())
}
