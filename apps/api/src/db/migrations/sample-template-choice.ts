import { Migration } from '@mikro-orm/migrations'

/** Which sample template a visitor asked for, and its name at that time. */
export class SampleTemplateChoice extends Migration {
  override up(): void {
    this.addSql('alter table sample_request add template_id uuid null, add template_name varchar(200) null')
  }
}
