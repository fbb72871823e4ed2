import { Migration } from '@mikro-orm/migrations'
import { customers } from './first-schema/customers.ts'
import { leadFacts } from './first-schema/lead-facts.ts'
import { leads } from './first-schema/leads.ts'
import { messages } from './first-schema/messages.ts'
import { pieces } from './first-schema/pieces.ts'
import { print } from './first-schema/print.ts'
import { samples } from './first-schema/samples.ts'
import { staff } from './first-schema/staff.ts'

/** All tables of the first release. A table comes after those that it refers to. */
export class FirstSchema extends Migration {
  override up(): void {
    this.addSql('create extension if not exists pg_trgm')
    for (const table of [staff, leads, leadFacts, samples, customers, print, pieces, messages]) {
      for (const statement of table) this.addSql(statement)
    }
  }
}
