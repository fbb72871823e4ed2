import { textMigrations } from './added-texts.ts'
import { EmailIndexes } from './email-indexes.ts'
import { ContractCodes } from './contract-codes.ts'
import { CrmErasures } from './crm-erasures.ts'
import { CrmFailures } from './crm-failures.ts'
import { CrmPauseNames } from './crm-pause-names.ts'
import { CustomersAndPieces } from './customers-and-pieces.ts'
import { DeskAndSearch } from './desk-and-search.ts'
import { FirstSchema } from './first-schema.ts'
import { JobEngine } from './job-engine.ts'
import { LeadDesk } from './lead-desk.ts'
import { LeadDays } from './lead-days.ts'
import { LeadDueOrder } from './lead-due-order.ts'
import { LeadFacts } from './lead-facts.ts'
import { LeadReport } from './lead-report.ts'
import { LeadOrders } from './lead-orders.ts'
import { OneCrmPause } from './one-crm-pause.ts'
import { PieceMetadata } from './piece-metadata.ts'
import { PieceStatuses } from './piece-statuses.ts'
import { PrintApi } from './print-api.ts'
import { PrintFonts } from './print-fonts.ts'
import { PrintWrites } from './print-writes.ts'
import { PrintRuns } from './print-runs.ts'
import { RecordChanges } from './record-changes.ts'
import { RequestTemplate } from './request-template.ts'
import { RenamedFields } from './renamed-fields.ts'
import { RecordTraces } from './record-traces.ts'
import { SamplesPricingCrm } from './samples-pricing-crm.ts'
import { SignInsCrmPause } from './sign-ins-crm-pause.ts'
import { SpamColumns } from './spam-columns.ts'
import { StaffSettings } from './staff-settings.ts'

/** In the order in which they run. */
export const migrations = [
  { name: 'first-schema', class: FirstSchema },
  { name: 'samples-pricing-crm', class: SamplesPricingCrm },
  { name: 'staff-settings', class: StaffSettings },
  { name: 'sign-ins-crm-pause', class: SignInsCrmPause },
  { name: 'record-traces', class: RecordTraces },
  { name: 'lead-days', class: LeadDays },
  { name: 'crm-erasures', class: CrmErasures },
  { name: 'email-indexes', class: EmailIndexes },
  { name: 'crm-failures', class: CrmFailures },
  { name: 'lead-orders', class: LeadOrders },
  { name: 'crm-pause-names', class: CrmPauseNames },
  { name: 'desk-and-search', class: DeskAndSearch },
  { name: 'print-api', class: PrintApi },
  { name: 'lead-desk', class: LeadDesk },
  { name: 'one-crm-pause', class: OneCrmPause },
  { name: 'lead-facts', class: LeadFacts },
  { name: 'record-changes', class: RecordChanges },
  { name: 'job-engine', class: JobEngine },
  { name: 'contract-codes', class: ContractCodes },
  { name: 'spam-columns', class: SpamColumns },
  { name: 'renamed-fields', class: RenamedFields },
  { name: 'print-fonts', class: PrintFonts },
  { name: 'print-writes', class: PrintWrites },
  { name: 'lead-report', class: LeadReport },
  { name: 'customers-and-pieces', class: CustomersAndPieces },
  { name: 'print-runs', class: PrintRuns },
  { name: 'lead-due-order', class: LeadDueOrder },
  { name: 'piece-statuses', class: PieceStatuses },
  { name: 'request-template', class: RequestTemplate },
  { name: 'piece-metadata', class: PieceMetadata },
  ...textMigrations,
]

export const migrationNames = migrations.map(({ name }) => name)
