import { defineEntity, p } from '@mikro-orm/core'
import { insertedAt, uuidKey } from './common-columns.ts'

/**
 * A short link printed on mail, usually as a QR code. Links are ended rather than deleted, because printed pieces
 * remain in circulation.
 */
export const CampaignLinkEntity = defineEntity({
  name: 'CampaignLink',
  tableName: 'campaign_link',
  indexes: [{ properties: ['createdAt', 'id'] }],
  properties: {
    id: uuidKey(),
    createdAt: insertedAt(),
    /** Instances poll for links that changed since their last read. */
    changedAt: insertedAt().index(),
    code: p.string().length(16).unique(),
    /** A path of the site, or a URL that begins with https://. */
    target: p.string().length(2000),
    label: p.string().length(200),
    campaign: p.string().length(200),
    /** The printed piece that carries the link. */
    piece: p.string().length(200).nullable(),
    isEnded: p.boolean().default(false),
    /** The person's name at that time. */
    createdBy: p.string().length(200).nullable(),
    version: p.integer().default(1),
  },
})

/** Scans of a link on one day of the business time zone. Nothing else is stored about them. */
export const CampaignScanDayEntity = defineEntity({
  name: 'CampaignScanDay',
  tableName: 'campaign_scan_day',
  properties: {
    code: p.string().length(16).primary(),
    day: p.date().primary(),
    people: p.bigint('number').defaultRaw('0'),
    /** Robots, previews, and browsers that only prefetch. */
    bots: p.bigint('number').defaultRaw('0'),
  },
})

/** Batches of scans that were added to the table above. Prevents adding a batch twice. */
export const CampaignScanBatchEntity = defineEntity({
  name: 'CampaignScanBatch',
  tableName: 'campaign_scan_batch',
  properties: {
    id: p.uuid().primary(),
    createdAt: insertedAt().index(),
  },
})
