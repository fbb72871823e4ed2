import { useHasRole } from './use-has-role.ts'

/** Only owners manage accounts and the CRM connection. */
export const useIsOwner = (): boolean => useHasRole()('owner')
