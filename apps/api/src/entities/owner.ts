/** The owner of a sign-in: a staff account, or a member of a customer's account. */
export interface Owner {
  kind: 'staff' | 'member'
  id: string
  /** For an account that is signing in: its password hash when its holder was authenticated. */
  passwordHash?: string
}

export const staffOwner = (id: string): Owner => ({ kind: 'staff', id })

/** A staff account whose holder was just authenticated. */
export const provenStaff = ({ id, passwordHash }: { id: string; passwordHash: string }): Owner => ({
  kind: 'staff',
  id,
  passwordHash,
})

export const memberOwner = (id: string): Owner => ({ kind: 'member', id })

/** The columns of a row that belongs to a staff account or a member. */
export const ownerColumns = (owner: Owner | null): Record<Owner['kind'], string | null> => ({
  staff: null,
  member: null,
  ...(owner && { [owner.kind]: owner.id }),
})

/** The owner in these columns. */
export function ownerOf({ staff, member }: Record<Owner['kind'], string | null>): Owner | null {
  if (staff !== null) return { kind: 'staff', id: staff }
  return member === null ? null : { kind: 'member', id: member }
}
