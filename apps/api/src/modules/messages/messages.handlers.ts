import { pageHeaders } from '../../http/page-headers.ts'
import { changedResponse } from '../changes/apply-edits.ts'
import type { StaffHandlers } from '../context.ts'
import { getDeskSettings, updateDeskSettings } from './lead-routing-settings.service.ts'
import { markInboxRead } from './inbox.service.ts'
import * as log from './message-log.service.ts'
import { countUnread, listInbox, listMessages } from './messages.queries.ts'
import { previewReply, replyToLead } from './replies.service.ts'
import * as templates from './reply-templates.service.ts'
import * as rules from './rules.service.ts'
import * as targets from './targets.service.ts'

type Ids =
  | 'listMessages'
  | 'sendTestMessage'
  | 'replayMessage'
  | 'replayFailedMessages'
  | 'listMessageTargets'
  | 'createMessageTarget'
  | 'updateMessageTarget'
  | 'deleteMessageTarget'
  | 'renewMessageTargetSecret'
  | 'listNotificationRules'
  | 'createNotificationRule'
  | 'deleteNotificationRule'
  | 'getDeskSettings'
  | 'updateDeskSettings'
  | 'listInboxItems'
  | 'getInboxUnread'
  | 'markInboxRead'
  | 'listReplyTemplates'
  | 'createReplyTemplate'
  | 'updateReplyTemplate'
  | 'deleteReplyTemplate'
  | 'replyToLead'
  | 'previewReply'

export const messageHandlers: StaffHandlers<Ids> = {
  async listMessages({ query }, { em, url }) {
    const page = await listMessages(em, query)
    return { body: page.rows, headers: pageHeaders(url, page) }
  },

  async sendTestMessage({ body }, { em, staff, config }) {
    return log.sendTest(em, staff, body.targetId, config.mail !== undefined)
  },

  async replayMessage({ params }, { em }) {
    return log.replayMessage(em, params.id)
  },

  async replayFailedMessages(_input, { em }) {
    return log.replayFailed(em)
  },

  async listMessageTargets(_input, { em }) {
    return targets.listTargets(em)
  },

  async createMessageTarget({ body }, { em, staff, config }) {
    return changedResponse(await targets.createTarget(em, staff, body, config.webhookRanges))
  },

  async updateMessageTarget({ params, body, headers }, { em, staff, config }) {
    const edit = { id: params.id, ifMatch: headers['if-match'], patch: body }
    return changedResponse(await targets.updateTarget(em, staff, edit, config.webhookRanges))
  },

  async deleteMessageTarget({ params }, { em, staff }) {
    return changedResponse(await targets.deleteTarget(em, staff, params.id))
  },

  async renewMessageTargetSecret({ params }, { em, staff }) {
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

  async getDeskSettings(_input, { em, config }) {
    return getDeskSettings(em, config.mail !== undefined)
  },

  async updateDeskSettings({ body, headers }, { em, staff, config }) {
    const canMail = config.mail !== undefined
    return changedResponse(await updateDeskSettings(em, staff, body, { ifMatch: headers['if-match'], canMail }))
  },

  async listInboxItems({ query }, { em, staff, url }) {
    const page = await listInbox(em, staff.id, query)
    return { body: page.rows, headers: pageHeaders(url, page) }
  },

  async getInboxUnread(_input, { em, staff }) {
    return countUnread(em, staff.id)
  },

  async markInboxRead({ body }, { em, staff }) {
    return markInboxRead(em, staff.id, body)
  },

  async listReplyTemplates(_input, { em }) {
    return templates.listReplyTemplates(em)
  },

  async createReplyTemplate({ body }, { em, staff }) {
    return changedResponse(await templates.createReplyTemplate(em, staff, body))
  },

  async updateReplyTemplate({ params, body, headers }, { em, staff }) {
    return changedResponse(
      await templates.updateReplyTemplate(em, staff, { id: params.id, patch: body, ifMatch: headers['if-match'] }),
    )
  },

  async deleteReplyTemplate({ params }, { em, staff }) {
    return changedResponse(await templates.deleteReplyTemplate(em, staff, params.id))
  },

  async replyToLead({ params, body, headers }, { em, staff, config }) {
    const { id } = params
    const canMail = config.mail !== undefined
    return replyToLead(em, staff, { id, input: body, key: headers['idempotency-key'], canMail })
  },

  async previewReply({ params, body }, { em, staff }) {
    return previewReply(em, staff, params.id, body)
  },
}
