/** The owner of a sign-in: a staff account, or a member of a customer's account. */
export interface Owner {
  kind: 'staff' | 'member'
  id: string
  /** Of an account that is signing in: the password that it had when its holder proved who they are. */
  passwordHash?: string
}

export const staffOwner = (id: string): Owner => ({ kind: 'staff', id })

/** An account of staff whose holder has just proven who they are. */
export const provenStaff = ({ id, passwordHash }: { id: string; passwordHash: string }): Owner => ({
  kind: 'staff',
  id,
  passwordHash,
})

export const memberOwner = (id: string): Owner => ({ kind: 'member', id })

/** The columns of a row that belongs to one of the two. */
export const ownerColumns = (owner: Owner | null): Record<Owner['kind'], string | null> => ({
  staff: null,
  member: null,
  ...(owner && { [owner.kind]: owner.id }),
})

/** The owner that the columns name. */
export function ownerOf({ staff, member }: Record<Owner['kind'], string | null>): Owner | null {
  if (staff !== null) return { kind: 'staff', id: staff }
  return member === null ? null : { kind: 'member', id: member }
}
