import { ConcurrentIndexMigration } from './concurrent-index.ts'

/** The order of due days holds all leads: those without a day come last. */
export class LeadDueOrder extends ConcurrentIndexMigration {
  protected override readonly indexes = {
    lead_due_order_index:
      "on lead (coalesce(lpad((next_step_on - date '2000-01-01')::text, 6, '0'), 'none'), created_at, id)",
  }

  override up(): void {
    super.up()
    // The new expression has no statistics yet.
    this.addSql('analyze lead')
    this.addSql('drop index concurrently if exists lead_due_index')
  }
}
