import type { AllHandlers } from './context.ts'
import { authHandlers } from './auth/auth.handlers.ts'
import { passwordPageHandlers } from './auth/set-password.handlers.ts'
import { signInHandlers } from './auth/sign-in.handlers.ts'
import { redirectHandlers, staffCampaignHandlers } from './campaigns/campaigns.handlers.ts'
import { changeHandlers } from './changes/changes.handlers.ts'
import { crmHandlers } from './crm/crm.handlers.ts'
import { documentHandlers } from './documents/documents.handlers.ts'
import { healthHandlers } from './health/health.handlers.ts'
import { leadImportHandlers } from './leads/imports/lead-imports.handlers.ts'
import { publicLeadHandlers, staffLeadHandlers } from './leads/leads.handlers.ts'
import { leadWorkHandlers } from './leads/work/lead-work.handlers.ts'
import { liveHandlers } from './live/live.handlers.ts'
import { messageHandlers } from './messages/messages.handlers.ts'
import { staffPrintHandlers } from './print/admin/print-admin.handlers.ts'
import { publicPricingHandlers, staffPricingHandlers } from './pricing/pricing.handlers.ts'
import { privacyHandlers } from './privacy/privacy.handlers.ts'
import { browserHandlers } from './browser/browser.handlers.ts'
import { keyPrintHandlers, publicPrintHandlers } from './print/print.handlers.ts'
import { publicSampleHandlers, staffSampleHandlers } from './samples/samples.handlers.ts'
import { publicSecondFactorHandlers, secondFactorHandlers } from './second-factor/second-factor.handlers.ts'
import { sessionHandlers } from './staff/sessions.handlers.ts'
import { staffHandlers } from './staff/staff.handlers.ts'
import { recordTypes } from './record-types.ts'
import { tokenHandlers } from './tokens/tokens.handlers.ts'
import { publicTemplateHandlers, staffTemplateHandlers } from './templates/templates.handlers.ts'

/** One function for every operation of the contract. */
export const handlers: AllHandlers = {
  ...changeHandlers(recordTypes),
  ...crmHandlers,
  ...authHandlers,
  ...documentHandlers,
  ...healthHandlers,
  ...liveHandlers,
  ...passwordPageHandlers,
  ...signInHandlers,
  ...publicLeadHandlers,
  ...publicPricingHandlers,
  ...publicPrintHandlers,
  ...keyPrintHandlers,
  ...publicSampleHandlers,
  ...publicTemplateHandlers,
  ...browserHandlers,
  ...redirectHandlers,
  ...staffCampaignHandlers,
  ...publicSecondFactorHandlers,
  ...secondFactorHandlers,
  ...sessionHandlers,
  ...staffHandlers,
  ...tokenHandlers,
  ...staffLeadHandlers,
  ...leadImportHandlers,
  ...leadWorkHandlers,
  ...messageHandlers,
  ...staffPricingHandlers,
  ...privacyHandlers,
  ...staffPrintHandlers,
  ...staffSampleHandlers,
  ...staffTemplateHandlers,
}
