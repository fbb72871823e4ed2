import { ConcurrentIndexMigration } from './concurrent-index.ts'

/** The CRM worker searches for every record's email, and so does a request for what we store about a person. */
export class EmailIndexes extends ConcurrentIndexMigration {
  protected override readonly indexes = {
    lead_email_index: 'on lead (lower(email))',
    sample_request_email_index: 'on sample_request (lower(email))',
  }
}
