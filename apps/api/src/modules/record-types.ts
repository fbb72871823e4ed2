import { linkRecord } from './campaigns/campaign-links.service.ts'
import type { AnyRecordType } from './changes/record-type.ts'
import { leadRecord } from './leads/work/lead-record.ts'
import { viewRecord } from './leads/work/lead-views.service.ts'
import { leadRoutingRecord } from './messages/lead-routing-settings.service.ts'
import { replyTemplateRecord } from './messages/reply-templates.service.ts'
import { ruleRecord } from './messages/rules.service.ts'
import { targetRecord } from './messages/targets.service.ts'
import { productRecord } from './pricing/pricing.service.ts'
import { sampleRequestRecord } from './samples/sample-request-record.ts'
import { templateRecord } from './templates/templates.service.ts'

const types: readonly AnyRecordType[] = [
  leadRoutingRecord,
  leadRecord,
  linkRecord,
  productRecord,
  replyTemplateRecord,
  ruleRecord,
  sampleRequestRecord,
  targetRecord,
  templateRecord,
  viewRecord,
]

/** Every type of record whose changes can be undone, by the name under which its changes are stored. */
export const recordTypes: Readonly<Record<string, AnyRecordType>> = Object.fromEntries(
  types.map((type) => [type.name, type]),
)
