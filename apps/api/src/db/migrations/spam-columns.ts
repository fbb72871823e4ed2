import { Migration } from '@mikro-orm/migrations'

const hiddenField = 'The hidden field was filled in'

/** Why a record is spam has columns of its own. Before, it was stored in place of the error of its sync. */
export class SpamColumns extends Migration {
  override up(): void {
    for (const table of ['lead', 'sample_request']) {
      this.addSql(`
        alter table ${table}
          add column if not exists honeypot varchar(500) null,
          add column if not exists spam_marked_by varchar(200) null`)
      this.addSql(`
        update ${table}
           set honeypot = substring(crm_error from '${hiddenField}: (.*)'),
               spam_marked_by = case when is_spam then left(substring(crm_error from '^(.*?) marked it as spam'), 200) end,
               crm_error = null
         where crm_error like '${hiddenField}%' or crm_error like '% marked it as spam%'`)
    }
  }
}
