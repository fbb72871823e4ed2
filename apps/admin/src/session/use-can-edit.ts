import { useHasRole } from './use-has-role.ts'

/** Viewers only read; editors and owners also write. */
export const useCanEdit = (): boolean => useHasRole()('editor')
