import type { Operation, StaffUser } from '@app/contract'
import type { Config } from '../config/config.ts'
import { forbidden, secondFactorRequired, unauthorized } from '../errors/errors.ts'

/** Who calls, by a session or by a token. */
export interface StaffCaller {
  staff?: StaffUser
  /** The account is asked for more than its password. */
  hasSecondFactor?: boolean
}

/** Whether somebody has to set up a second factor before anything else. */
export const needsSecondFactor = ({ hasSecondFactor }: StaffCaller, { requiresSecondFactor }: Config): boolean =>
  requiresSecondFactor && !hasSecondFactor

/**
 * Lets in members of staff with one of these roles; an empty list lets in every role. An operation that names roles also
 * wants the second factor, where one is required; the others are about one's own account.
 */
export function checkRole(caller: StaffCaller, roles: Operation['roles'], config: Config): void {
  if (!caller.staff) throw unauthorized()
  if (roles.length === 0) return
  if (!roles.includes(caller.staff.role)) throw forbidden('Your role does not allow this.')
  if (needsSecondFactor(caller, config)) throw secondFactorRequired()
}
