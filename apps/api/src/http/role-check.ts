import type { Operation, StaffUser } from '@app/contract'
import type { Config } from '../config/config.ts'
import { forbidden, secondFactorRequired, unauthorized } from '../errors/errors.ts'

/** The caller, identified by a session or a token. */
export interface StaffCaller {
  staff?: StaffUser
  hasSecondFactor?: boolean
}

/** True while the account must set up a second factor before it can do anything else. */
export const needsSecondFactor = ({ hasSecondFactor }: StaffCaller, { requiresSecondFactor }: Config): boolean =>
  requiresSecondFactor && !hasSecondFactor

/**
 * Requires one of these roles; an empty list allows every role. An operation that names roles also requires the second factor,
 * where the configuration does; the others concern the caller's own account.
 */
export function checkRole(caller: StaffCaller, roles: Operation['roles'], config: Config): void {
  if (!caller.staff) throw unauthorized()
  if (roles.length === 0) return
  if (!roles.includes(caller.staff.role)) throw forbidden('Your role does not allow this.')
  if (needsSecondFactor(caller, config)) throw secondFactorRequired()
}
