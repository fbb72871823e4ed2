import { ConcurrentIndexMigration } from './concurrent-index.ts'

/** What was caught as spam is listed too. It is a small part of each table. */
export class SpamLists extends ConcurrentIndexMigration {
  protected override readonly indexes = {
    lead_spam_index: 'on lead (created_at, id) where is_spam',
    sample_request_spam_index: 'on sample_request (created_at, id) where is_spam',
  }
}
