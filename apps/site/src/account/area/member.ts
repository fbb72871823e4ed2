import type { CurrentMember } from '@app/api-client'
import { createContext, use } from 'react'

/** The signed-in member. Undefined on the sign-in page. */
export const MemberContext = createContext<CurrentMember | undefined>(undefined)

/** Connects the tabs of the customer area. */
export const memberChannel = 'member-session'

/** @throws outside of RequireMember */
export function useMember(): CurrentMember {
  const member = use(MemberContext)
  if (!member) throw new Error('no member is signed in')
  return member
}
