import { Migration } from '@mikro-orm/migrations'

/** Nothing read the id of the template that a visitor chose: a request has its name. */
export class RequestTemplate extends Migration {
  override up(): void {
    this.addSql('alter table sample_request drop column template_id')
  }
}
