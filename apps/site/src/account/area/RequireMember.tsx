import { useGetCurrentMember } from '@app/api-client'
import { useWindowEvent } from '@mantine/hooks'
import { useAnnouncements } from '@app/ui/session-channel'
import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { Skeleton } from '../../components/Loaded.tsx'
import { LoadFailure } from '../../components/LoadFailure.tsx'
import { DraftPrefix } from '../../forms/use-draft.ts'
import { accountClient, statusOf } from './account-client.ts'
import styles from '../../components/Loaded.module.css'
import { draftPrefixOf, hasUnsaved, memberChannel, MemberContext } from './member.ts'
import { signInAddress } from './return-address.ts'

/** Reloads the data on the screen. */
const reload = () => void accountClient.invalidateQueries()

/**
 * Renders its children for a signed-in member. Without a session, it redirects to the sign-in page, which returns here.
 */
export function RequireMember({ children }: { children: ReactNode }) {
  const query = useGetCurrentMember()
  const { pathname, search } = useLocation()
  // Another tab may have signed in as another member.
  useAnnouncements(memberChannel, reload)
  // API calls and colleagues may have changed the data while the member was in another window, such as a terminal.
  useWindowEvent('focus', reload)
  const member = query.data?.data
  if (statusOf(query.error) === 401) {
    return (
      <Navigate to={signInAddress(pathname + search)} replace state={member && { hasUnsaved: hasUnsaved(member) }} />
    )
  }
  // If a later load fails, the screen and its input stay.
  if (member) {
    return (
      <MemberContext value={member}>
        <DraftPrefix value={draftPrefixOf(member)}>{children}</DraftPrefix>
      </MemberContext>
    )
  }
  if (query.isPending) return <Skeleton rows={6} />
  return (
    <LoadFailure className={styles.failure} query={query}>
      We could not check whether you are signed in.
    </LoadFailure>
  )
}
