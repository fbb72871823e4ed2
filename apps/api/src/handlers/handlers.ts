import type { AllHandlers } from './context.ts'
import { memberHandlers } from './account.handlers.ts'
import { accountHandlers } from './accounts.handlers.ts'
import { authHandlers } from './auth.handlers.ts'
import { signInHandlers } from './sign-in.handlers.ts'
import { campaignHandlers } from './campaigns.handlers.ts'
import { changeHandlers } from './changes.handlers.ts'
import { crmHandlers } from './crm.handlers.ts'
import { documentHandlers } from './documents.handlers.ts'
import { healthHandlers } from './health.handlers.ts'
import { leadHandlers } from './leads.handlers.ts'
import { liveHandlers } from './live.handlers.ts'
import { messageHandlers } from './messages.handlers.ts'
import { pieceHandlers } from './pieces.handlers.ts'
import { productionHandlers } from './production.handlers.ts'
import { pricingHandlers } from './pricing.handlers.ts'
import { privacyHandlers } from './privacy.handlers.ts'
import { browserHandlers } from './browser.handlers.ts'
import { printHandlers } from './print.handlers.ts'
import { sampleHandlers } from './samples.handlers.ts'
import { staffHandlers } from './staff.handlers.ts'
import { webhookHandlers } from './webhooks.handlers.ts'

/** One function for every operation of the contract. */
export const handlers: AllHandlers = {
  ...changeHandlers,
  ...crmHandlers,
  ...accountHandlers,
  ...memberHandlers,
  ...webhookHandlers,
  ...authHandlers,
  ...documentHandlers,
  ...healthHandlers,
  ...liveHandlers,
  ...signInHandlers,
  ...leadHandlers,
  ...pricingHandlers,
  ...printHandlers,
  ...pieceHandlers,
  ...sampleHandlers,
  ...browserHandlers,
  ...campaignHandlers,
  ...staffHandlers,
  ...messageHandlers,
  ...privacyHandlers,
  ...productionHandlers,
}
