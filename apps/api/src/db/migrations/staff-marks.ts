import { Migration } from '@mikro-orm/migrations'

/** Who marked a sample request as processed or printed it, and who last changed a product or a template, with the time. */
export class StaffMarks extends Migration {
  override up(): void {
    this.addSql(`
      alter table sample_request
        add column processed_at timestamptz(3) null,
        add column processed_by varchar(200) null,
        add column printed_at timestamptz(3) null,
        add column printed_by varchar(200) null`)
    for (const table of ['pricing_product', 'sample_template']) {
      this.addSql(`
        alter table ${table}
          add column changed_at timestamptz(3) null,
          add column changed_by varchar(200) null`)
    }
    // The audit log already knows who changed which product. There are at most 200 products.
    this.addSql(`
      update pricing_product set changed_at = latest.created_at, changed_by = latest.actor
        from (select distinct on (product_id) product_id, created_at, actor
                from pricing_audit order by product_id, created_at desc, id desc) as latest
       where latest.product_id = pricing_product.id`)
  }
}
