import type { LeadOwner } from '@app/api-client'

/** Unassigned, then the signed-in person, then the other possible owners, and the current owner. */
export const ownerOptions = (owners: readonly LeadOwner[], me: string | undefined, current?: string | null) => [
  { value: '', label: 'Unassigned' },
  ...owners.filter(({ id }) => id === me).map(({ id, name }) => ({ value: id, label: `${name} (you)` })),
  ...owners
    .filter(({ id, isEnabled }) => id !== me && (isEnabled || id === current))
    .map(({ id, name }) => ({ value: id, label: name })),
  // Until the accounts have loaded.
  ...(current && !owners.some(({ id }) => id === current) ? [{ value: current, label: '…' }] : []),
]
