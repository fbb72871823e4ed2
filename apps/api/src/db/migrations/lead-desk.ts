import { accessEntries } from './access-entries.ts'
import { ConcurrentIndexMigration } from './concurrent-index.ts'
import { deskAccess } from './desk-access.ts'
import { deskSecurity } from './desk-security.ts'
import { leadDeskCounts } from './lead-desk-counts.ts'
import { leadDeskImports } from './lead-desk-imports.ts'
import { leadDeskMessages } from './lead-desk-messages.ts'
import { leadDeskSamples } from './lead-desk-samples.ts'
import { leadTouches } from './lead-touches.ts'

/**
 * The work of staff on leads: owner, stage, next step, timeline, merges and saved views. A lead that has just arrived has
 * none of it, so its indexes are partial and cost an arrival nothing, but for the one that lists what is not taken up yet.
 */
export class LeadDesk extends ConcurrentIndexMigration {
  protected override readonly indexes = {
    lead_owner_index: 'on lead (owner_id, created_at, id) where owner_id is not null',
    lead_stage_index: "on lead (stage, created_at, id) where stage <> 'new'",
    lead_untaken_index: "on lead (created_at, id) where owner_id is null or stage = 'new'",
    lead_due_index:
      "on lead (lpad((next_step_on - date '2000-01-01')::text, 6, '0'), created_at, id) where next_step_on is not null",
    lead_merged_index: 'on lead (merged_into) where merged_into is not null',
    lead_phone_index: String.raw`on lead (right(regexp_replace(phone, '\D', '', 'g'), 10)) where phone is not null`,
    lead_person_index: "on lead (lower(company), lower(first_name || ' ' || last_name)) where company is not null",
    lead_touch_keys_index: 'on lead using gin (touch_keys) where touch_keys is not null',
    lead_import_id_index: 'on lead (import_id, created_at, id) where import_id is not null',
    sample_request_printed_index:
      'on sample_request (processed, created_at, id) where printed_at is not null and not processed',
    sample_request_company_index: 'on sample_request (lower(company)) where company is not null',
  }

  override up(): void {
    this.addSql(`
      alter table lead
        add column if not exists owner_id uuid null,
        add column if not exists stage varchar(12) not null default 'new',
        add column if not exists lost_reason varchar(200) null,
        add column if not exists won_cents bigint null,
        add column if not exists next_step varchar(200) null,
        add column if not exists next_step_on date null,
        add column if not exists merged_into uuid null,
        add column if not exists version int not null default 1`)
    this.addStageCheck()
    this.addEvents()
    this.addViews()
    for (const statement of [
      ...leadTouches,
      ...leadDeskCounts,
      ...leadDeskSamples,
      ...leadDeskMessages,
      ...leadDeskImports,
      ...deskSecurity,
      ...deskAccess,
      ...accessEntries,
    ])
      this.addSql(statement)
    super.up()
    // The new expressions have no statistics yet.
    this.addSql('analyze lead')
    this.addSql('analyze sample_request')
  }

  /** Checked against the leads that are there without a lock that keeps writers out. */
  private addStageCheck(): void {
    this.addSql(`
      do $$ begin
        alter table lead add constraint lead_stage_check
          check (stage in ('new', 'contacted', 'qualified', 'won', 'lost')) not valid;
      exception when duplicate_object then null;
      end $$`)
    this.addSql('alter table lead validate constraint lead_stage_check')
  }

  private addEvents(): void {
    this.addSql(`
      create table if not exists lead_event (
        id uuid not null primary key,
        created_at timestamptz(3) not null default now(),
        lead_id uuid not null,
        kind varchar(20) not null,
        actor_id uuid null,
        actor varchar(200) null,
        data jsonb not null default '{}',
        idempotency_key varchar(64) null,
        constraint lead_event_lead_id_foreign foreign key (lead_id) references lead (id) on delete cascade,
        constraint lead_event_actor_id_foreign foreign key (actor_id) references staff_user (id) on delete set null,
        constraint lead_event_idempotency_key_unique unique (idempotency_key)
      )`)
    this.addSql(
      'create index if not exists lead_event_lead_id_created_at_id_index on lead_event (lead_id, created_at, id)',
    )
  }

  private addViews(): void {
    this.addSql(`
      create table if not exists lead_view (
        id uuid not null primary key,
        created_at timestamptz(3) not null default now(),
        staff_id uuid not null,
        name varchar(60) not null,
        query varchar(1000) not null,
        is_shared boolean not null default false,
        version int not null default 1,
        constraint lead_view_staff_id_foreign foreign key (staff_id) references staff_user (id) on delete cascade
      )`)
    this.addSql('create index if not exists lead_view_staff_id_index on lead_view (staff_id)')
  }
}
