import { pageResponse } from '../http/responses.ts'
import type { WorkspaceRequestContext } from '../http/context.ts'
import { keyActor, memberActor } from '../modules/customers/account-events.ts'
import { replayWebhook } from '../modules/messages/replay.service.ts'
import { getWebhook, listDeliveries, listWebhooks } from '../modules/messages/webhooks.queries.ts'
import * as webhooks from '../modules/messages/webhooks.service.ts'
import type { Handlers } from './context.ts'

/** The actor of a change, for the account's history. */
const actorOf = ({ member, keyPrefix = '' }: WorkspaceRequestContext) =>
  member ? memberActor(member) : keyActor(keyPrefix)

export const webhookHandlers = {
  listWebhooks: (_input, { em, workspace }) => listWebhooks(em, workspace),

  async createWebhook({ body }, context) {
    const { em, workspace, config } = context
    return webhooks.createWebhook(em, actorOf(context), workspace, body, config.webhookRanges)
  },

  getWebhook: ({ params }, { em, workspace }) => getWebhook(em, workspace, params.id),

  async updateWebhook({ params, body }, context) {
    const { em, workspace, config } = context
    const edit = { id: params.id, patch: body }
    return webhooks.updateWebhook(em, actorOf(context), workspace, edit, config.webhookRanges)
  },
  deleteWebhook: ({ params }, context) =>
    webhooks.deleteWebhook(context.em, actorOf(context), context.workspace, params.id),
  rotateWebhookSecret: ({ params }, context) =>
    webhooks.rotateWebhookSecret(context.em, actorOf(context), context.workspace, params.id),
  testWebhook: ({ params }, { em, workspace }) => webhooks.testWebhook(em, workspace, params.id),
  replayWebhook: ({ params, body }, { em, workspace }) => replayWebhook(em, workspace, params.id, body),
  listWebhookDeliveries: ({ params, query }, { em, url, workspace }) =>
    pageResponse(url, listDeliveries(em, workspace, params.id, query)),
  resendWebhookDelivery: ({ params }, { em, workspace }) => webhooks.resendDelivery(em, workspace, params.id),
} satisfies Handlers
