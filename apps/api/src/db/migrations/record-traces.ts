import { Migration } from '@mikro-orm/migrations'

/** Which request a record came from, for two days. Unlogged: a crash may lose it. */
export class RecordTraces extends Migration {
  override up(): void {
    this.addSql(`
      create unlogged table record_trace (
        record_id uuid not null primary key,
        traceparent varchar(55) not null,
        created_at timestamptz(3) not null default now()
      )`)
  }
}
