import type { CurrentMember } from '@app/api-client'
import { createContext, use } from 'react'

/** The signed-in member. Undefined on the sign-in page. */
export const MemberContext = createContext<CurrentMember | undefined>(undefined)

/** @throws outside of RequireMember */
export function useMember(): CurrentMember {
  const member = use(MemberContext)
  if (!member) throw new Error('no member is signed in')
  return member
}
