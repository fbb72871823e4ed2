import { ConcurrentIndexMigration } from './concurrent-index.ts'

const nameAndEmail = `first_name || ' ' || last_name || ' ' || email || ' ' || coalesce(company, '')`
const address = `address_line1 || ' ' || coalesce(address_line2, '') || ' ' || city || ' ' || state || ' ' || zip`

/** Without case and accents. */
const folded = (text: string) =>
  String.raw`case when octet_length(${text}) = length(${text}) then lower(${text}) else replace(replace(replace(replace(translate(lower(regexp_replace(normalize(${text}, nfkd), '[\u0300-\u036f]', '', 'g')), 'øłđðħŧıς’‘ʼ', 'olddhtiσ'''''''), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th') end`

/** Searches ignore accents, and those of sample requests find addresses too. */
export class SearchWords extends ConcurrentIndexMigration {
  protected override readonly indexes = {
    lead_words_index: `on lead using gin ((${folded(nameAndEmail)}) gin_trgm_ops)`,
    sample_request_words_index: `on sample_request using gin ((${folded(`${nameAndEmail} || ' ' || ${address}`)}) gin_trgm_ops)`,
  }

  override up(): void {
    super.up()
    // Until the new expressions have statistics, the planner guesses how many rows a word finds.
    this.addSql('analyze lead')
    this.addSql('analyze sample_request')
  }
}
