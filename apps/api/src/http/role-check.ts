import type { FastifyRequest } from 'fastify'
import type { Operation } from '@app/contract'
import type { Config } from '../config.ts'
import { forbidden, ProblemError, unauthorized } from '../errors.ts'

/** Whether somebody has to set up a second factor before anything else. */
export const needsSecondFactor = ({ session }: FastifyRequest, { requiresSecondFactor }: Config): boolean =>
  requiresSecondFactor && !session.hasSecondFactor

/**
 * A hook that lets in members of staff with one of these roles; an empty list lets in every role. An operation that names
 * roles also wants the second factor, where one is required; the others are about one's own account.
 */
export const requireRole = (roles: Operation['roles'], config: Config) => async (request: FastifyRequest) => {
  const { staff } = request.session
  if (!staff) throw unauthorized()
  if (roles.length === 0) return
  if (!roles.includes(staff.role)) throw forbidden('Your role does not allow this.')
  if (needsSecondFactor(request, config)) {
    throw new ProblemError(403, 'second_factor_required', 'Set up a second factor under your account first.')
  }
}
