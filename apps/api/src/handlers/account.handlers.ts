import type { CurrentMember } from '@app/contract'
import { notFound } from '../errors/errors.ts'
import { memberOwner } from '../entities/owner.ts'
import type { SignedInMember, SignInRequestContext } from '../http/context.ts'
import type { Handlers } from './context.ts'
import type { Services } from './services.ts'
import { delivery } from './accounts.handlers.ts'
import { statementCsv, statementFile, statementHeaders } from './statement-files.ts'
import * as signIn from '../modules/auth/member-sign-in.service.ts'
import { createPasskeyChallenge } from '../modules/auth/passkey-sign-in.service.ts'
import { memberActor } from '../modules/customers/account-events.ts'
import { findSignedIn } from '../modules/customers/member-session.queries.ts'
import { inviteMember, listMembers, removeMember } from '../modules/customers/members.service.ts'
import { listStatements } from '../modules/pieces/statements.queries.ts'
import { listWorkspaceKeys } from '../modules/print/keys/account-keys.queries.ts'
import * as keys from '../modules/print/keys/account-keys.service.ts'
import {
  createMemberPasskey,
  deleteMemberPasskey,
  passkeyOptions,
  passkeysOf,
  memberRelyingParty,
} from '../modules/second-factor/passkeys.service.ts'
import { endOtherSession, endSessions } from '../modules/sessions/end-sessions.ts'
import { sessionLifetimes } from '../modules/sessions/session-lifetime.ts'
import { listSessions } from '../modules/sessions/sessions.queries.ts'

const currentMember = (
  { workspaces: _workspaces, ...member }: SignedInMember,
  endsAt: string,
  { businessTimeZone }: Services['config'],
): CurrentMember => ({
  ...member,
  session: { idleMinutes: sessionLifetimes.member.idleMinutes, endsAt },
  timeZone: businessTimeZone,
})

async function startMemberSession(id: string, { em, config, startSession }: SignInRequestContext & Services) {
  const found = await findSignedIn(em, id)
  // The member may have been removed in the meantime.
  if (!found) throw notFound('member')
  await startSession(id)
  const { endsAt, ...member } = found
  return currentMember(member, endsAt, config)
}

export const memberHandlers = {
  createSignInLink: ({ body: { email } }, caller) =>
    signIn.requestSignInLink(caller, email, caller.config.mail !== undefined),
  createMemberPasskeyChallenge: (_input, caller) => createPasskeyChallenge(caller, memberRelyingParty(caller.config)),
  createMemberSession: async ({ body: { token } }, context) =>
    startMemberSession(await signIn.signInWithLink(context, token), context),

  async createMemberPasskeySession({ body }, context) {
    const id = await signIn.signInMemberWithPasskey(context, memberRelyingParty(context.config), body)
    return startMemberSession(id, context)
  },

  getCurrentMember: async (_input, { member, sessionEndsAt, config }) => currentMember(member, sessionEndsAt, config),
  listMemberSessions: (_input, { em, member, sessionKey }) => listSessions(em, memberOwner(member.id), sessionKey),

  async deleteOtherMemberSessions(_input, { em, member, sessionKey }) {
    await endSessions(em, memberOwner(member.id), sessionKey)
    return listSessions(em, memberOwner(member.id), sessionKey)
  },

  async deleteMemberSession({ params }, { em, member, sessionKey }) {
    await endOtherSession(em, memberOwner(member.id), sessionKey, params.id)
    return listSessions(em, memberOwner(member.id), sessionKey)
  },

  async deleteCurrentMemberSession(_input, { log, member, endSession }) {
    log.info({ event: 'member_signed_out', memberId: member.id })
    await endSession()
  },

  listMemberPasskeys: (_input, { em, member }) => passkeysOf(em, memberOwner(member.id)),
  createMemberPasskeyOptions: (_input, { em, member, config }) =>
    passkeyOptions(em, memberRelyingParty(config), memberOwner(member.id), member),
  createMemberPasskey: ({ body }, { em, member, config, sessionKey }) =>
    createMemberPasskey(em, memberRelyingParty(config), member, body, sessionKey),
  deleteMemberPasskey: ({ params }, { em, member }) => deleteMemberPasskey(em, member, params.id),
  listMembers: (_input, { em, member }) => listMembers(em, member.account.id),

  async createMember({ body }, { em, member, config }) {
    return em.transactional((transaction) =>
      inviteMember(transaction, memberActor(member), member.account.id, body, delivery(config)),
    )
  },
  deleteMember: ({ params }, { em, member }) => removeMember(em, memberActor(member), params.id, member.account.id),
  listKeys: ({ query: { mode = 'live' } }, { em, member }) => listWorkspaceKeys(em, member.workspaces[mode]),

  async createKey({ body: { mode, ...input } }, { em, member }) {
    const workspace = { id: member.workspaces[mode], mode }
    return keys.createKey(em, memberActor(member), member.account.id, input, workspace)
  },

  updateKey: ({ params, body }, { em, member }) =>
    keys.updateKey(em, memberActor(member), member.account.id, params.id, body),
  rotateKey: ({ params, body }, { em, member }) =>
    keys.rotateKey(em, memberActor(member), member.account.id, params.id, body.overlapHours),
  revokeKey: ({ params }, { em, member }) => keys.revokeKey(em, memberActor(member), member.account.id, params.id),
  listStatements: (_input, { em, member, config }) =>
    listStatements(em, member.workspaces.live, config.businessTimeZone),

  async exportStatement({ params }, { em, member }) {
    const body = await statementCsv(em, member.account.id, params.month)
    return { body, headers: statementHeaders(params.month, 'csv') }
  },

  getStatementPdf: ({ params }, { em, member, config }) =>
    statementFile(em, member.account.id, params.month, config.businessTimeZone),
} satisfies Handlers
