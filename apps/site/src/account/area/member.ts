import type { CurrentMember } from '@app/api-client'
import { storedKeys } from '@app/ui/tab-storage'
import { createContext, use } from 'react'
import { keyOf } from '../../lib/draft-storage.ts'

/** The signed-in member. Undefined on the sign-in page. */
export const MemberContext = createContext<CurrentMember | undefined>(undefined)

/** Connects the tabs of the customer area. */
export const memberChannel = 'member-session'

/** Prefix of the customer area's drafts, which signing out removes. */
export const draftPrefix = 'account '

export const draftPrefixOf = (member: CurrentMember): string => `${draftPrefix}${member.id} `

/** True if a form of this member has unsaved text. */
export const hasUnsaved = (member: CurrentMember): boolean =>
  storedKeys().some((key) => key.startsWith(keyOf(draftPrefixOf(member))))

/** @throws outside of RequireMember */
export function useMember(): CurrentMember {
  const member = use(MemberContext)
  if (!member) throw new Error('no member is signed in')
  return member
}
