import { TrackingToken } from '@app/contract'
import { Compile } from 'typebox/compile'
import { callerOf } from '../config/network.ts'
import { pageResponse } from '../http/responses.ts'
import { changedResponse, editOf } from '../modules/changes/apply-edits.ts'
import type { Handlers } from './context.ts'
import { isBot } from '../modules/campaigns/recent-scans.ts'
import * as service from '../modules/campaigns/campaign-links.service.ts'
import { listLinks, listScans, readLink } from '../modules/campaigns/campaigns.queries.ts'
import { targetOf } from '../modules/campaigns/link-target.ts'

const trackingToken = Compile(TrackingToken)

export const campaignHandlers = {
  listCampaignLinks: ({ query }, { em, config, url }) => pageResponse(url, listLinks(em, query, config.siteOrigin)),
  getCampaignLink: ({ params }, { em, config }) => readLink(em, params.id, config.siteOrigin),

  async createCampaignLink({ body }, { em, config, staff, campaignLinks }) {
    const link = await service.createLink(em, staff, body, config)
    await campaignLinks.refresh()
    return changedResponse(link)
  },

  async updateCampaignLink(input, { em, config, staff, campaignLinks }) {
    const link = await service.updateLink(em, staff, editOf(input), config)
    await campaignLinks.refresh()
    return changedResponse(link)
  },

  listCampaignScans: ({ params, query }, { em }) => listScans(em, params.id, query),

  async redirectCampaignLink(
    { params, query, headers },
    { config, campaignLinks, scans, isNewScan, isFollowed, clientAddress },
  ) {
    const userAgent = headers['user-agent']
    const link = await campaignLinks.find(params.code)
    if (link && !link.isEnded) {
      const scan = { code: link.code, isBot: !isFollowed || isBot(userAgent) }
      if (isNewScan({ ...scan, caller: callerOf(clientAddress), userAgent })) scans.note(scan.code, scan.isBot)
      const [piece] = query.piece ?? []
      if (!scan.isBot && trackingToken.Check(piece)) scans.notePiece(piece)
    }
    return { redirectTo: targetOf(link, config.siteOrigin) }
  },
} satisfies Handlers
