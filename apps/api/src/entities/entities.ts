import { CircuitBreakerEntity } from './circuit-breaker.entity.ts'
import { CampaignLinkEntity, CampaignScanBatchEntity, CampaignScanDayEntity } from './campaigns.entity.ts'
import { CustomerAccountEntity, CustomerMemberEntity, WorkspaceEntity } from './customers.entity.ts'
import { RecordChangeEntity } from './changes.entity.ts'
import { CrmErasureEntity, CrmStateEntity } from './crm.entity.ts'
import { LeadFactEntity, LeadFactStateEntity } from './lead-facts.entity.ts'
import { LeadImportEntity } from './lead-imports.entity.ts'
import { LeadEntity } from './leads.entity.ts'
import { LeadViewEntity } from './lead-views.entity.ts'
import {
  LeadRoutingSettingEntity,
  InboxItemEntity,
  MessageEntity,
  MessageTargetEntity,
  NoticedArrivalEntity,
  NoticeStateEntity,
  NotificationRuleEntity,
  ReplyTemplateEntity,
} from './messages.entity.ts'
import {
  LedgerEntryEntity,
  MailerSerialEntity,
  PieceEntity,
  PieceEventEntity,
  UsageMonthEntity,
} from './pieces.entity.ts'
import { PrintRunEntity, PrintRunFileEntity, PrintRunPieceEntity, ScanImportEntity } from './production.entity.ts'
import { AccessEntryEntity } from './access.entity.ts'
import { PricingProductEntity } from './pricing.entity.ts'
import { PrintFindingCountEntity, PrintProofCountEntity } from './print-counts.entity.ts'
import { PrintAssetEntity } from './print-assets.entity.ts'
import { PrintKeyEntity } from './print-keys.entity.ts'
import { PrintProofEntity } from './print-proofs.entity.ts'
import { PrintRendererEntity } from './print-renderers.entity.ts'
import { PrintTemplateEntity, PrintTemplateVersionEntity } from './print-templates.entity.ts'
import { PrintWriteEntity } from './print-writes.entity.ts'
import { SampleRequestEntity } from './samples.entity.ts'
import {
  PasskeyEntity,
  RecoveryCodeEntity,
  SignInChallengeEntity,
  StaffAuthenticatorEntity,
} from './second-factor.entity.ts'
import { SessionEntity, StaffUserEntity } from './accounts.entity.ts'
import { SignInEntity } from './sign-ins.entity.ts'
import { StaffTokenEntity } from './tokens.entity.ts'
import { PasswordResetEntity, StaffInvitationEntity } from './staff.entity.ts'
import { SampleTemplateEntity } from './sample-templates.entity.ts'

/** Every table of the product. */
export const entities = [
  AccessEntryEntity,
  CampaignLinkEntity,
  CampaignScanBatchEntity,
  CampaignScanDayEntity,
  CircuitBreakerEntity,
  CrmErasureEntity,
  CrmStateEntity,
  CustomerAccountEntity,
  CustomerMemberEntity,
  LeadRoutingSettingEntity,
  InboxItemEntity,
  LeadEntity,
  LeadFactEntity,
  LeadFactStateEntity,
  LeadImportEntity,
  LeadViewEntity,
  LedgerEntryEntity,
  MailerSerialEntity,
  MessageEntity,
  MessageTargetEntity,
  NoticedArrivalEntity,
  NoticeStateEntity,
  NotificationRuleEntity,
  PasskeyEntity,
  PasswordResetEntity,
  PieceEntity,
  PieceEventEntity,
  PricingProductEntity,
  PrintAssetEntity,
  PrintFindingCountEntity,
  PrintKeyEntity,
  PrintProofCountEntity,
  PrintProofEntity,
  PrintRendererEntity,
  PrintRunEntity,
  PrintRunFileEntity,
  PrintRunPieceEntity,
  PrintTemplateEntity,
  PrintTemplateVersionEntity,
  PrintWriteEntity,
  RecordChangeEntity,
  ReplyTemplateEntity,
  RecoveryCodeEntity,
  SampleRequestEntity,
  SampleTemplateEntity,
  SessionEntity,
  ScanImportEntity,
  SignInChallengeEntity,
  SignInEntity,
  StaffAuthenticatorEntity,
  StaffInvitationEntity,
  StaffTokenEntity,
  StaffUserEntity,
  UsageMonthEntity,
  WorkspaceEntity,
] as const
