import { Migration } from '@mikro-orm/migrations'

/** What the CRM worker knows of a record: the ids it was given, and which one it was about to ask for. */
const crmColumns = `
        crm_attempts int not null default 0,
        crm_error varchar(500) null,
        crm_creating varchar(20) null,
        crm_creating_at timestamptz(3) null,
        crm_organization_id bigint null,
        crm_person_id bigint null,
        crm_note_id bigint null,
        crm_synced_at timestamptz(3) null`

export class SamplesPricingCrm extends Migration {
  override up(): void {
    this.addSql('create extension if not exists pg_trgm')
    this.addLeadColumns()
    this.addSamples()
    this.addPricingAudit()
    this.addCrmState()
    this.addLeadCounts()
  }

  private addLeadColumns(): void {
    const added = crmColumns
      .trim()
      .split(',\n')
      .map((column) => `add column ${column.trim()}`)
    this.addSql(
      `alter table lead add column is_spam boolean not null default false, ${added.join(', ')}, add column crm_lead_id uuid null`,
    )
    this.addSql('drop index lead_crm_waiting_index')
    this.addSql('create index lead_crm_waiting_index on lead (id) where crm_enqueued_at is null and not is_spam')
    for (const column of ['status', 'industry', 'volume', 'source']) {
      this.addSql(`create index lead_${column}_created_at_id_index on lead (${column}, created_at, id)`)
    }
    this.addSql(
      `create index lead_search_index on lead using gin
         ((first_name || ' ' || last_name || ' ' || email || ' ' || coalesce(company, '')) gin_trgm_ops)`,
    )
  }

  private addSamples(): void {
    this.addSql(`
      create table sample_template (
        id uuid not null primary key,
        created_at timestamptz(3) not null default now(),
        name varchar(200) not null,
        type varchar(20) not null,
        front_image_url varchar(2000) null,
        back_image_url varchar(2000) null,
        description text not null default '',
        active boolean not null default true,
        version int not null default 1,
        constraint sample_template_type_check check (type in ('postcard', 'letter'))
      )`)
    this.addSql('create index sample_template_created_at_id_index on sample_template (created_at, id)')

    this.addSql(`
      create table sample_request (
        id uuid not null primary key,
        created_at timestamptz(3) not null default now(),
        first_name varchar(200) not null,
        last_name varchar(200) not null,
        email varchar(254) not null,
        phone varchar(40) null,
        phone_normalized varchar(20) null,
        company varchar(200) null,
        address_line1 varchar(200) not null,
        address_line2 varchar(200) null,
        city varchar(200) not null,
        state varchar(60) not null,
        state_needs_review boolean not null default false,
        zip varchar(10) not null,
        sample_type varchar(20) not null,
        notes text null,
        source varchar(200) null,
        processed boolean not null default false,
        idempotency_key varchar(64) null,
        idempotency_hash bytea null,
        is_spam boolean not null default false,
        crm_status varchar(20) not null default 'pending',
        crm_enqueued_at timestamptz(3) null,${crmColumns},
        crm_deal_id bigint null,
        constraint sample_request_sample_type_check check (sample_type in ('postcards', 'letters', 'both')),
        constraint sample_request_crm_status_check check (crm_status in ('pending', 'synced', 'failed'))
      )`)
    this.addSql(
      'alter table sample_request add constraint sample_request_idempotency_key_unique unique (idempotency_key)',
    )
    this.addSql('create index sample_request_created_at_id_index on sample_request (created_at, id)')
    this.addSql(
      'create index sample_request_processed_created_at_id_index on sample_request (processed, created_at, id)',
    )
    this.addSql(
      'create index sample_request_crm_status_created_at_id_index on sample_request (crm_status, created_at, id)',
    )
    this.addSql(
      'create index sample_request_crm_waiting_index on sample_request (id) where crm_enqueued_at is null and not is_spam',
    )
    this.addSql(
      `create index sample_request_search_index on sample_request using gin
         ((first_name || ' ' || last_name || ' ' || email || ' ' || coalesce(company, '')) gin_trgm_ops)`,
    )
  }

  private addPricingAudit(): void {
    this.addSql(`
      create table pricing_audit (
        id uuid not null primary key,
        created_at timestamptz(3) not null default now(),
        action varchar(40) not null,
        product_id uuid not null,
        product_name varchar(200) null,
        actor varchar(200) null,
        changes jsonb not null default '[]'
      )`)
    this.addSql('create index pricing_audit_created_at_id_index on pricing_audit (created_at, id)')
    this.addSql(
      'create index pricing_audit_product_id_created_at_id_index on pricing_audit (product_id, created_at, id)',
    )
  }

  private addCrmState(): void {
    // One row: what all workers together know of the CRM.
    this.addSql(`
      create table crm_state (
        id int not null primary key,
        paused_at timestamptz(3) null,
        paused_reason varchar(500) null,
        not_before timestamptz(3) null,
        last_success_at timestamptz(3) null,
        constraint crm_state_id_check check (id = 1)
      )`)
    this.addSql('insert into crm_state (id) values (1)')
  }

  private addLeadCounts(): void {
    this.addSql(`
      create table lead_count (
        status varchar(40) not null,
        industry varchar(40) not null,
        volume varchar(40) not null,
        source varchar(200) not null,
        leads bigint not null,
        primary key (status, industry, volume, source)
      )`)
    this.addSql('create table lead_count_day (day date not null primary key, leads bigint not null)')
    this.addSql(`
      create table lead_count_state (
        id int not null primary key,
        counted_until timestamptz(3) not null,
        time_zone varchar(60) not null,
        constraint lead_count_state_id_check check (id = 1)
      )`)
    this.addSql("insert into lead_count_state (id, counted_until, time_zone) values (1, '-infinity', 'UTC')")
    // A counted lead that changes or goes takes its count along. Arrivals cost nothing: they are younger than the count.
    this.addSql(`
      create function lead_count_follow() returns trigger language plpgsql as $$
      declare
        counted lead_count_state;
        arrived timestamptz;
      begin
        select * into counted from lead_count_state where id = 1 for share;
        if tg_op = 'INSERT' then arrived := new.created_at; else arrived := old.created_at; end if;
        if arrived >= counted.counted_until then
          return null;
        end if;
        if tg_op <> 'INSERT' then
          if not old.is_spam then
            update lead_count set leads = leads - 1
             where status = old.status and industry = coalesce(old.industry, '') and volume = coalesce(old.volume, '')
               and source = old.source;
            update lead_count_day set leads = leads - 1 where day = (arrived at time zone counted.time_zone)::date;
          end if;
        end if;
        if tg_op <> 'DELETE' then
          if not new.is_spam then
            insert into lead_count
            values (new.status, coalesce(new.industry, ''), coalesce(new.volume, ''), new.source, 1)
              on conflict (status, industry, volume, source) do update set leads = lead_count.leads + 1;
            insert into lead_count_day values ((arrived at time zone counted.time_zone)::date, 1)
              on conflict (day) do update set leads = lead_count_day.leads + 1;
          end if;
        end if;
        return null;
      end $$`)
    this.addSql(`
      create trigger lead_count_follow_delete after delete on lead for each row execute function lead_count_follow()`)
    // Only an import brings leads that are old already.
    this.addSql(`
      create trigger lead_count_follow_insert after insert on lead for each row
        when (new.created_at < now() - interval '1 minute') execute function lead_count_follow()`)
    this.addSql(`
      create trigger lead_count_follow_update after update of status, industry, volume, source, is_spam on lead
        for each row
        when ((old.status, old.industry, old.volume, old.source, old.is_spam)
              is distinct from (new.status, new.industry, new.volume, new.source, new.is_spam))
        execute function lead_count_follow()`)
  }
}
