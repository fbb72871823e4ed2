import { CircuitBreakerEntity } from '../jobs/circuit-breaker.entity.ts'
import { CampaignLinkEntity, CampaignScanBatchEntity, CampaignScanDayEntity } from './campaigns/campaigns.entity.ts'
import { RecordChangeEntity } from './changes/changes.entity.ts'
import { CrmErasureEntity, CrmStateEntity } from './crm/crm.entity.ts'
import { LeadFactEntity, LeadFactStateEntity } from './leads/lead-facts.entity.ts'
import { LeadImportEntity } from './leads/imports/lead-imports.entity.ts'
import { LeadEntity } from './leads/leads.entity.ts'
import { LeadViewEntity } from './leads/work/lead-views.entity.ts'
import {
  DeskSettingEntity,
  InboxItemEntity,
  MessageEntity,
  MessageTargetEntity,
  NoticedArrivalEntity,
  NoticeStateEntity,
  NotificationRuleEntity,
  ReplyTemplateEntity,
} from './messages/messages.entity.ts'
import { AccessEntryEntity } from './privacy/access.entity.ts'
import { PricingProductEntity } from './pricing/pricing.entity.ts'
import { PrintFindingCountEntity, PrintProofCountEntity } from './print/admin/print-counts.entity.ts'
import { PrintAssetEntity } from './print/assets/assets.entity.ts'
import { PrintKeyEntity } from './print/keys/keys.entity.ts'
import { PrintProofEntity } from './print/proofs/proofs.entity.ts'
import { PrintRendererEntity } from './print/renderers/renderers.entity.ts'
import { PrintTemplateEntity, PrintTemplateVersionEntity } from './print/templates/templates.entity.ts'
import { SampleRequestEntity } from './samples/samples.entity.ts'
import {
  PasskeyEntity,
  RecoveryCodeEntity,
  SignInChallengeEntity,
  StaffAuthenticatorEntity,
} from './staff/second-factor.entity.ts'
import { StaffSessionEntity, StaffUserEntity } from './staff/accounts.entity.ts'
import { SignInEntity } from './staff/sign-ins.entity.ts'
import { StaffTokenEntity } from './staff/tokens.entity.ts'
import { PasswordResetEntity, StaffInvitationEntity } from './staff/staff.entity.ts'
import { SampleTemplateEntity } from './templates/templates.entity.ts'

/** Every table of the product, for whoever opens the database. */
export const entities = [
  AccessEntryEntity,
  CampaignLinkEntity,
  CampaignScanBatchEntity,
  CampaignScanDayEntity,
  CircuitBreakerEntity,
  CrmErasureEntity,
  CrmStateEntity,
  DeskSettingEntity,
  InboxItemEntity,
  LeadEntity,
  LeadFactEntity,
  LeadFactStateEntity,
  LeadImportEntity,
  LeadViewEntity,
  MessageEntity,
  MessageTargetEntity,
  NoticedArrivalEntity,
  NoticeStateEntity,
  NotificationRuleEntity,
  PasskeyEntity,
  PasswordResetEntity,
  PricingProductEntity,
  PrintAssetEntity,
  PrintFindingCountEntity,
  PrintKeyEntity,
  PrintProofCountEntity,
  PrintProofEntity,
  PrintRendererEntity,
  PrintTemplateEntity,
  PrintTemplateVersionEntity,
  RecordChangeEntity,
  ReplyTemplateEntity,
  RecoveryCodeEntity,
  SampleRequestEntity,
  SampleTemplateEntity,
  SignInChallengeEntity,
  SignInEntity,
  StaffAuthenticatorEntity,
  StaffInvitationEntity,
  StaffSessionEntity,
  StaffTokenEntity,
  StaffUserEntity,
] as const
