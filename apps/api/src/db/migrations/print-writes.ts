import { Migration } from '@mikro-orm/migrations'

/** Responses to writes of the print API, for callers who send them again. */
export class PrintWrites extends Migration {
  override up(): void {
    this.addSql(`
      create table print_write (
        hash varchar(64) not null primary key,
        created_at timestamptz(3) not null default now(),
        key_id uuid null constraint print_write_key_id_foreign references print_key (id) on delete cascade,
        request_hash varchar(64) not null,
        response jsonb null
      )`)
    this.addSql('create index print_write_created_at_index on print_write (created_at)')
    this.addSql('create index print_write_key_id_index on print_write (key_id)')
  }
}
