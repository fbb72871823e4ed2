import { ConcurrentIndexMigration } from './concurrent-index.ts'
import { leadCountsByStatement } from './lead-counts-by-statement.ts'

const nameAndEmail = `first_name || ' ' || last_name || ' ' || email || ' ' || coalesce(company, '')`
const address = `address_line1 || ' ' || coalesce(address_line2, '') || ' ' || city || ' ' || state || ' ' || zip`

/** Without case and accents. */
const folded = (text: string) =>
  String.raw`case when octet_length(${text}) = length(${text}) then lower(${text}) else replace(replace(replace(replace(translate(lower(regexp_replace(normalize(${text}, nfkd), '[\u0300-\u036f]', '', 'g')), 'øłđðħŧıς’‘ʼ', 'olddhtiσ'''''''), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th') end`

/**
 * What one release adds: who marked a request, printed it or changed a product or a template; the template that a visitor
 * asked for; searches without accents; lists of spam; counts that follow statements. The indexes need a migration without
 * a transaction, so each statement can run again after one that failed.
 */
export class DeskAndSearch extends ConcurrentIndexMigration {
  protected override readonly indexes = {
    lead_words_index: `on lead using gin ((${folded(nameAndEmail)}) gin_trgm_ops)`,
    sample_request_words_index: `on sample_request using gin ((${folded(`${nameAndEmail} || ' ' || ${address}`)}) gin_trgm_ops)`,
    // Spam is a small part of each table.
    lead_spam_index: 'on lead (created_at, id) where is_spam',
    sample_request_spam_index: 'on sample_request (created_at, id) where is_spam',
  }

  override up(): void {
    this.addSql(`
      alter table sample_request
        add column if not exists processed_at timestamptz(3) null,
        add column if not exists processed_by varchar(200) null,
        add column if not exists printed_at timestamptz(3) null,
        add column if not exists printed_by varchar(200) null,
        add column if not exists template_id uuid null,
        add column if not exists template_name varchar(200) null`)
    for (const table of ['pricing_product', 'sample_template']) {
      this.addSql(`
        alter table ${table}
          add column if not exists changed_at timestamptz(3) null,
          add column if not exists changed_by varchar(200) null`)
    }
    // The audit log already knows who changed which product. There are at most 200 products.
    this.addSql(`
      update pricing_product set changed_at = latest.created_at, changed_by = latest.actor
        from (select distinct on (product_id) product_id, created_at, actor
                from pricing_audit order by product_id, created_at desc, id desc) as latest
       where latest.product_id = pricing_product.id and changed_at is null`)
    for (const statement of leadCountsByStatement) this.addSql(statement)
    super.up()
    // Until the new expressions have statistics, the planner guesses how many rows a word finds.
    this.addSql('analyze lead')
    this.addSql('analyze sample_request')
  }
}
