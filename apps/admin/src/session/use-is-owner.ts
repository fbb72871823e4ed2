import { useHasRole } from './use-has-role.ts'

/** Only owners manage accounts and the connection to the CRM. */
export const useIsOwner = (): boolean => useHasRole()('owner')
