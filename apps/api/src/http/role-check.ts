import type { FastifyRequest } from 'fastify'
import type { Operation } from '@app/contract'
import { forbidden, unauthorized } from '../errors.ts'

/** A hook that lets in members of staff with one of these roles; an empty list lets in every role. */
export const requireRole = (roles: Operation['roles']) => async (request: FastifyRequest) => {
  const { staff } = request.session
  if (!staff) throw unauthorized()
  if (roles.length > 0 && !roles.includes(staff.role)) throw forbidden('Your role does not allow this.')
}
