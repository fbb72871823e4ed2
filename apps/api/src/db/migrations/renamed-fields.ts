import { Migration } from '@mikro-orm/migrations'

const renamed = (values: string) =>
  `case when ${values} ? 'mailRequester'
        then ${values} - 'mailRequester' || jsonb_build_object('notifyRequester', ${values} -> 'mailRequester')
        else ${values} end`

/** Changes keep the field names that they were recorded with, so these are renamed with the contract. */
export class RenamedFields extends Migration {
  override up(): void {
    this.addSql(`
      update record_change set before = ${renamed('before')}, after = ${renamed('after')}
       where record_type = 'sample_request' and (before ? 'mailRequester' or after ? 'mailRequester')`)
    this.addSql('alter table access_entry rename column sameness to dedupe_key')
    this.addSql(
      'alter table access_entry rename constraint access_entry_sameness_unique to access_entry_dedupe_key_unique',
    )
  }
}
