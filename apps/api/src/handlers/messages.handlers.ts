import { pageResponse, replayable } from '../http/responses.ts'
import { changedResponse, editOf } from '../modules/changes/apply-edits.ts'
import type { Handlers } from './context.ts'
import { getLeadRoutingSettings, updateLeadRoutingSettings } from '../modules/messages/lead-routing-settings.service.ts'
import { updateInboxItems } from '../modules/messages/inbox.service.ts'
import * as log from '../modules/messages/message-log.service.ts'
import { countUnread, listInbox, listMessages } from '../modules/messages/messages.queries.ts'
import { previewLeadReply, createLeadReply } from '../modules/messages/replies.service.ts'
import * as templates from '../modules/messages/reply-templates.service.ts'
import * as rules from '../modules/messages/rules.service.ts'
import * as targets from '../modules/messages/targets.service.ts'

export const messageHandlers = {
  listMessages: ({ query }, { em, url }) => pageResponse(url, listMessages(em, query)),
  sendTestMessage: ({ body }, { em, staff, config }) =>
    log.sendTest(em, staff, body.targetId, config.mail !== undefined),
  resendMessage: ({ params }, { em }) => log.resendMessage(em, params.id),
  resendFailedMessages: (_input, { em }) => log.replayFailed(em),
  listMessageTargets: (_input, { em }) => targets.listTargets(em),
  createMessageTarget: ({ body }, { em, staff, config }) =>
    changedResponse(targets.createTarget(em, staff, body, config.webhookRanges)),
  updateMessageTarget: (input, { em, staff, config }) =>
    changedResponse(targets.updateTarget(em, staff, editOf(input), config.webhookRanges)),
  deleteMessageTarget: ({ params }, { em, staff }) => changedResponse(targets.deleteTarget(em, staff, params.id)),
  rotateMessageTargetSecret: ({ params }, { em, staff }) => targets.renewSecret(em, staff, params.id),
  listNotificationRules: (_input, { em, staff }) => rules.listRules(em, staff),
  createNotificationRule: ({ body }, { em, staff }) => changedResponse(rules.createRule(em, staff, body)),
  deleteNotificationRule: ({ params }, { em, staff }) => changedResponse(rules.deleteRule(em, staff, params.id)),
  getLeadRoutingSettings: (_input, { em, config }) => getLeadRoutingSettings(em, config.mail !== undefined),

  async updateLeadRoutingSettings({ body, headers }, { em, staff, config }) {
    const canMail = config.mail !== undefined
    return changedResponse(updateLeadRoutingSettings(em, staff, body, { ifMatch: headers['if-match'], canMail }))
  },

  listInboxItems: ({ query }, { em, staff, url }) => pageResponse(url, listInbox(em, staff.id, query)),
  getUnreadCount: (_input, { em, staff }) => countUnread(em, staff.id),
  updateInboxItems: ({ body }, { em, staff }) => updateInboxItems(em, staff.id, body),
  listReplyTemplates: (_input, { em }) => templates.listReplyTemplates(em),
  createReplyTemplate: ({ body }, { em, staff }) => changedResponse(templates.createReplyTemplate(em, staff, body)),
  updateReplyTemplate: (input, { em, staff }) =>
    changedResponse(templates.updateReplyTemplate(em, staff, editOf(input))),
  deleteReplyTemplate: ({ params }, { em, staff }) =>
    changedResponse(templates.deleteReplyTemplate(em, staff, params.id)),

  async createLeadReply({ params, body, headers }, { em, staff, config }) {
    const { id } = params
    const canMail = config.mail !== undefined
    const reply = { id, input: body, key: headers['idempotency-key'], canMail }
    const { entry, isNew } = await createLeadReply(em, staff, reply)
    return replayable(entry, isNew)
  },

  previewLeadReply: ({ params, body }, { em, staff }) => previewLeadReply(em, staff, params.id, body),
} satisfies Handlers
