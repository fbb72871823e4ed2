import { useGetSampleRequestCounts, useGetUnreadCount } from '@app/api-client'
import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import { Link, NavLink } from 'react-router-dom'
import { logoutUrl } from '../urls/api-origin.ts'
import { routes, type ScreenRoute, screenRoutes } from '../urls/routes.ts'
import { announceSignOut } from '../session/sign-out-elsewhere.ts'
import { useHasRole, useStaff } from '../session/use-staff.ts'
import styles from './AdminNavigation.module.css'
import { ColorSchemeChoice } from './ColorSchemeChoice.tsx'
import { ScreenIcon } from './ScreenIcon.tsx'

type Props = { onLeave: () => void; onHelp: () => void; onSearch: () => void }

/** `onLeave` closes the drawer that contains the navigation on a phone. */
export function AdminNavigation({ onLeave, onHelp, onSearch }: Props) {
  const hasRole = useHasRole()
  return (
    <div className={styles.navigation}>
      <nav aria-label="Admin">
        <ul className={styles.links}>
          {screenRoutes
            .filter((route) => route !== routes.account && hasRole(route.role))
            .map(({ path, title, icon, pending }) => (
              <li key={path}>
                <NavLink to={path} className={styles.link} onClick={onLeave}>
                  <ScreenIcon path={icon} />
                  {title}
                </NavLink>
                {pending && <PendingLink path={path} pending={pending} onLeave={onLeave} />}
              </li>
            ))}
        </ul>
      </nav>
      <div className={styles.account}>
        <AccountLink onLeave={onLeave} />
        <ColorSchemeChoice />
        <UnstyledButton className={styles.link} onClick={onSearch}>
          Search
        </UnstyledButton>
        <UnstyledButton className={styles.link} onClick={onHelp}>
          Keyboard shortcuts
        </UnstyledButton>
        <a href={logoutUrl} className={styles.link} onClick={announceSignOut}>
          Logout
        </a>
      </div>
    </div>
  )
}

type PendingProps = { path: string; pending: NonNullable<ScreenRoute['pending']>; onLeave: () => void }

/** A link to a screen's open items, with their count. */
function PendingLink({ path, pending: { label, search, counts }, onLeave }: PendingProps) {
  const isSignedIn = Boolean(useStaff())
  const isInbox = counts === 'inbox'
  const inbox = useGetUnreadCount({ query: { enabled: isSignedIn && isInbox } })
  const requests = useGetSampleRequestCounts({ query: { enabled: isSignedIn && !isInbox } })
  const count = isInbox ? inbox.data?.data.unread : requests.data?.data.pending
  if (count === undefined) return null
  return (
    <Link to={path + search} className={styles.pending} onClick={onLeave}>
      {label} <span className={styles.count}>{count.toLocaleString('en-US')}</span>
      <VisuallyHidden> {isInbox ? 'unread' : 'pending'}</VisuallyHidden>
    </Link>
  )
}

function AccountLink({ onLeave }: { onLeave: () => void }) {
  const staff = useStaff()
  const { path, title, icon } = routes.account
  if (!staff?.name) return null
  return (
    <NavLink to={path} className={styles.link} title={staff.email} onClick={onLeave}>
      <ScreenIcon path={icon} />
      <span className={styles.staff}>
        <span className={styles.quiet}>{title}</span>
        <span dir="auto">{staff.name}</span>
      </span>
    </NavLink>
  )
}
