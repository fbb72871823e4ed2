import { ConcurrentIndexMigration } from './concurrent-index.ts'

/** Leads are listed by name and by company too. */
export class LeadOrders extends ConcurrentIndexMigration {
  protected override readonly indexes = {
    lead_name_index: "on lead (left(lower(first_name || ' ' || last_name), 60), created_at, id)",
    lead_company_index: "on lead (left(coalesce('0' || lower(company), '1'), 60), created_at, id)",
  }
}
