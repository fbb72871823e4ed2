import type { StaffRole } from '@app/api-client'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { EmptyNotice } from '../components/EmptyNotice.tsx'
import { routes } from '../urls/routes.ts'
import { useHasRole } from './use-staff.ts'

type Props = { role: StaffRole; title: string; children: ReactNode }

/** Replaces a screen that the role may not open with a notice, so that no call is made that the API would reject. */
export function RequireRole({ role, title, children }: Props) {
  const hasRole = useHasRole()
  if (hasRole(role)) return children
  const { account } = routes
  return (
    <EmptyNotice title={`Only ${role}s can open the ${title.toLowerCase()}`}>
      Ask an {role} if you need a change here. Your role and your own sign-ins are under{' '}
      <Link to={account.path}>{account.meta.title}</Link>.
    </EmptyNotice>
  )
}
