import { Migration } from '@mikro-orm/migrations'

export class CrmErasures extends Migration {
  override up(): void {
    // Somebody whom the CRM has yet to forget. The row goes when it has.
    this.addSql(`
      create table crm_erasure (
        id uuid not null primary key,
        created_at timestamptz(3) not null default now(),
        email varchar(254) not null,
        subjects jsonb not null,
        enqueued_at timestamptz(3) null,
        attempts int not null default 0,
        error varchar(500) null
      )`)
  }
}
