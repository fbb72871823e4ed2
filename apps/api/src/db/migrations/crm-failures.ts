import { ConcurrentIndexMigration } from './concurrent-index.ts'

/** Stores each failed CRM attempt and not only the last one, and finds sample requests for the same address. */
export class CrmFailures extends ConcurrentIndexMigration {
  protected override readonly indexes = {
    sample_request_address_index: `on sample_request
      (left(zip, 5), regexp_replace(lower(address_line1 || coalesce(address_line2, '')), '[^[:alnum:]]+', '', 'g'))`,
  }

  override up(): void {
    for (const table of ['lead', 'sample_request']) {
      this.addSql(`alter table ${table} add column if not exists crm_failures jsonb null`)
    }
    super.up()
  }
}
