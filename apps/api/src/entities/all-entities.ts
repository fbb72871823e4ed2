export { CircuitBreakerEntity } from './circuit-breaker.entity.ts'
export { CrmErasureEntity, CrmStateEntity } from './crm.entity.ts'
export { CampaignLinkEntity, CampaignScanBatchEntity, CampaignScanDayEntity } from './campaigns.entity.ts'
export { CustomerAccountEntity, CustomerMemberEntity, WorkspaceEntity } from './customers.entity.ts'
export { RecordChangeEntity } from './changes.entity.ts'
export { LeadFactEntity, LeadFactStateEntity, LeadEntity, LeadImportEntity, LeadViewEntity } from './leads.entity.ts'
export {
  LeadRoutingSettingEntity,
  InboxItemEntity,
  MessageEntity,
  MessageTargetEntity,
  NoticedArrivalEntity,
  NoticeStateEntity,
  NotificationRuleEntity,
  ReplyTemplateEntity,
} from './messages.entity.ts'
export {
  LedgerEntryEntity,
  MailerSerialEntity,
  PieceEntity,
  PieceEventEntity,
  UsageMonthEntity,
} from './pieces.entity.ts'
export { PrintRunEntity, PrintRunFileEntity, PrintRunPieceEntity, ScanImportEntity } from './production.entity.ts'
export { AccessEntryEntity } from './access.entity.ts'
export { PricingProductEntity } from './pricing.entity.ts'
export {
  PrintFindingCountEntity,
  PrintProofCountEntity,
  PrintAssetEntity,
  PrintKeyEntity,
  PrintTemplateEntity,
  PrintTemplateVersionEntity,
  PrintProofEntity,
  PrintRendererEntity,
  PrintWriteEntity,
} from './print.entity.ts'
export { SampleRequestEntity, SampleTemplateEntity } from './samples.entity.ts'
export {
  PasskeyEntity,
  RecoveryCodeEntity,
  SignInChallengeEntity,
  StaffAuthenticatorEntity,
  SessionEntity,
  StaffUserEntity,
  PasswordResetEntity,
  StaffInvitationEntity,
  StaffTokenEntity,
  SignInEntity,
} from './accounts.entity.ts'
