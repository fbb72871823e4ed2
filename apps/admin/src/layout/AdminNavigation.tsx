import { useGetAuthUser } from '@app/api-client'
import { UnstyledButton } from '@mantine/core'
import { NavLink } from 'react-router-dom'
import { logoutUrl } from '../api-origin.ts'
import { paths } from '../paths.ts'
import { useIsOwner } from '../session/use-is-owner.ts'
import { announceSignOut } from '../session/sign-out-elsewhere.ts'
import styles from './AdminNavigation.module.css'
import { ColorSchemeChoice } from './ColorSchemeChoice.tsx'

const links = [
  { to: paths.dashboard, label: 'Dashboard' },
  { to: paths.samples, label: 'Sample Management' },
  { to: paths.pricing, label: 'Pricing Management' },
]
const ownerLinks = [...links, { to: paths.settings, label: 'Settings' }]

type Props = { onLeave?: () => void; onHelp: () => void; onFind: () => void }

/** `onLeave` closes the drawer this stands in on a phone. */
export function AdminNavigation({ onLeave, onHelp, onFind }: Props) {
  const isOwner = useIsOwner()
  return (
    <div className={styles.navigation}>
      <nav aria-label="Admin">
        <ul className={styles.links}>
          {(isOwner ? ownerLinks : links).map(({ to, label }) => (
            <li key={to}>
              <NavLink to={to} end className={styles.link} onClick={onLeave}>
                {label}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <div className={styles.account}>
        <SignedInName onLeave={onLeave} />
        <ColorSchemeChoice />
        <UnstyledButton className={styles.link} onClick={onFind}>
          Find and go
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

function SignedInName({ onLeave }: { onLeave?: (() => void) | undefined }) {
  // Reads what RequireStaff asked for; it never asks itself, so there is one auth call.
  const session = useGetAuthUser({ query: { enabled: false } })
  const staff = session.data?.data
  if (!staff?.name) return null
  return (
    <NavLink to={paths.account} end className={styles.link} title={staff.email} onClick={onLeave}>
      <span className={styles.staff}>
        <span className={styles.quiet}>Your account</span>
        <span dir="auto">{staff.name}</span>
      </span>
    </NavLink>
  )
}
