import { accountRecord } from '../modules/customers/account-record.ts'
import { linkRecord } from '../modules/campaigns/campaign-links.service.ts'
import type { AnyRecordType } from '../modules/changes/record-type.ts'
import { leadRecord } from '../modules/leads/work/lead-record.ts'
import { viewRecord } from '../modules/leads/work/lead-views.service.ts'
import { leadRoutingRecord } from '../modules/messages/lead-routing-settings.service.ts'
import { replyTemplateRecord } from '../modules/messages/reply-templates.service.ts'
import { ruleRecord } from '../modules/messages/rules.service.ts'
import { targetRecord } from '../modules/messages/targets.service.ts'
import { productRecord } from '../modules/pricing/pricing.service.ts'
import { printRunRecord } from '../modules/production/runs/print-run-record.ts'
import { sampleRequestRecord } from '../modules/samples/sample-request-record.ts'
import { templateRecord } from '../modules/templates/templates.service.ts'

const types: readonly AnyRecordType[] = [
  accountRecord,
  leadRoutingRecord,
  leadRecord,
  linkRecord,
  printRunRecord,
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
