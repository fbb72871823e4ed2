import { useStaff } from '../session/use-staff.ts'
import { useOwners } from './OwnerName.tsx'

/** Unassigned, then the signed-in person, then the other possible owners, and the current owner. */
export function useOwnerOptions(current?: string | null) {
  const owners = useOwners()
  const me = useStaff()?.id
  return [
    { value: '', label: 'Unassigned' },
    ...owners.filter(({ id }) => id === me).map(({ id, name }) => ({ value: id, label: `${name} (you)` })),
    ...owners
      .filter(({ id, isEnabled }) => id !== me && (isEnabled || id === current))
      .map(({ id, name }) => ({ value: id, label: name })),
    // Until the accounts have loaded.
    ...(current && !owners.some(({ id }) => id === current) ? [{ value: current, label: '…' }] : []),
  ]
}
