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
  async listMessages({ query }, { em, url }) {
    return pageResponse(url, await listMessages(em, query))
  },

  async sendTestMessage({ body }, { em, staff, config }) {
    return log.sendTest(em, staff, body.targetId, config.mail !== undefined)
  },

  async resendMessage({ params }, { em }) {
    return log.resendMessage(em, params.id)
  },

  async resendFailedMessages(_input, { em }) {
    return log.replayFailed(em)
  },

  async listMessageTargets(_input, { em }) {
    return targets.listTargets(em)
  },

  async createMessageTarget({ body }, { em, staff, config }) {
    return changedResponse(await targets.createTarget(em, staff, body, config.webhookRanges))
  },

  async updateMessageTarget(input, { em, staff, config }) {
    return changedResponse(await targets.updateTarget(em, staff, editOf(input), config.webhookRanges))
  },

  async deleteMessageTarget({ params }, { em, staff }) {
    return changedResponse(await targets.deleteTarget(em, staff, params.id))
  },

  async rotateMessageTargetSecret({ params }, { em, staff }) {
    return targets.renewSecret(em, staff, params.id)
  },

  async listNotificationRules(_input, { em, staff }) {
    return rules.listRules(em, staff)
  },

  async createNotificationRule({ body }, { em, staff }) {
    return changedResponse(await rules.createRule(em, staff, body))
  },

  async deleteNotificationRule({ params }, { em, staff }) {
    return changedResponse(await rules.deleteRule(em, staff, params.id))
  },

  async getLeadRoutingSettings(_input, { em, config }) {
    return getLeadRoutingSettings(em, config.mail !== undefined)
  },

  async updateLeadRoutingSettings({ body, headers }, { em, staff, config }) {
    const canMail = config.mail !== undefined
    return changedResponse(await updateLeadRoutingSettings(em, staff, body, { ifMatch: headers['if-match'], canMail }))
  },

  async listInboxItems({ query }, { em, staff, url }) {
    return pageResponse(url, await listInbox(em, staff.id, query))
  },

  async getUnreadCount(_input, { em, staff }) {
    return countUnread(em, staff.id)
  },

  async updateInboxItems({ body }, { em, staff }) {
    return updateInboxItems(em, staff.id, body)
  },

  async listReplyTemplates(_input, { em }) {
    return templates.listReplyTemplates(em)
  },

  async createReplyTemplate({ body }, { em, staff }) {
    return changedResponse(await templates.createReplyTemplate(em, staff, body))
  },

  async updateReplyTemplate(input, { em, staff }) {
    return changedResponse(await templates.updateReplyTemplate(em, staff, editOf(input)))
  },

  async deleteReplyTemplate({ params }, { em, staff }) {
    return changedResponse(await templates.deleteReplyTemplate(em, staff, params.id))
  },

  async createLeadReply({ params, body, headers }, { em, staff, config }) {
    const { id } = params
    const canMail = config.mail !== undefined
    const reply = { id, input: body, key: headers['idempotency-key'], canMail }
    const { entry, isNew } = await createLeadReply(em, staff, reply)
    return replayable(entry, isNew)
  },

  async previewLeadReply({ params, body }, { em, staff }) {
    return previewLeadReply(em, staff, params.id, body)
  },
} satisfies Handlers
