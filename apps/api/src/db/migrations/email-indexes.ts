import { ConcurrentIndexMigration } from './concurrent-index.ts'

/** A person is looked for by email: by the CRM worker for each record, and when somebody asks what we hold. */
export class EmailIndexes extends ConcurrentIndexMigration {
  protected override readonly indexes = {
    lead_email_index: 'on lead (lower(email))',
    sample_request_email_index: 'on sample_request (lower(email))',
  }
}
