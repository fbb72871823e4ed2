import { type StaffUser, useGetCurrentUser } from '@app/api-client'

/** The signed-in account, from the response to RequireStaff's call. Makes no call of its own. */
export const useStaff = (): StaffUser | undefined => useGetCurrentUser({ query: { enabled: false } }).data?.data
