import { Migration } from '@mikro-orm/migrations'

export class FirstSchema extends Migration {
  override up(): void {
    this.addSql(`
      create table lead (
        id uuid not null primary key,
        created_at timestamptz(3) not null default now(),
        first_name varchar(200) not null,
        last_name varchar(200) not null,
        email varchar(254) not null,
        company varchar(200) null,
        phone varchar(200) null,
        message text null,
        industry varchar(40) null,
        volume varchar(40) null,
        lead_source varchar(200) not null,
        source varchar(200) not null,
        status varchar(40) not null default 'new',
        idempotency_key varchar(64) null,
        idempotency_hash bytea null,
        crm_enqueued_at timestamptz(3) null
      )`)
    this.addSql('create index lead_created_at_id_index on lead (created_at, id)')
    this.addSql('alter table lead add constraint lead_idempotency_key_unique unique (idempotency_key)')
    // The row is its own outbox: this index holds only what the CRM relay has not picked up yet.
    this.addSql('create index lead_crm_waiting_index on lead (id) where crm_enqueued_at is null')

    this.addSql(`
      create table staff_user (
        id uuid not null primary key,
        created_at timestamptz(3) not null default now(),
        email varchar(254) not null,
        name varchar(200) not null,
        password_hash varchar(300) not null,
        role varchar(20) not null,
        disabled_at timestamptz(3) null,
        constraint staff_user_role_check check (role in ('owner', 'editor', 'viewer'))
      )`)
    this.addSql('alter table staff_user add constraint staff_user_email_unique unique (email)')

    this.addSql(`
      create table staff_session (
        id_hash bytea not null primary key,
        staff_id uuid not null,
        created_at timestamptz(3) not null default now(),
        seen_at timestamptz(3) not null default now()
      )`)
    this.addSql(`
      alter table staff_session add constraint staff_session_staff_id_foreign
        foreign key (staff_id) references staff_user (id) on delete cascade`)
    this.addSql('create index staff_session_staff_id_index on staff_session (staff_id)')

    this.addSql(`
      create table pricing_product (
        id uuid not null primary key,
        created_at timestamptz(3) not null default now(),
        name varchar(200) not null,
        category varchar(20) not null,
        starting_price numeric(10,4) not null,
        description text not null default '',
        features text[] not null default '{}',
        is_visible boolean not null default true,
        sort_order int not null default 0,
        version int not null default 1,
        constraint pricing_product_category_check check (category in ('postcard', 'letter', 'package'))
      )`)

    // Shape and name of its columns are rate-limiter-flexible's. Counts may be lost in a crash, so it is not logged.
    this.addSql(`
      create unlogged table rate_limit (
        key varchar(255) not null primary key,
        points int not null default 0,
        expire bigint null
      )`)
  }
}
