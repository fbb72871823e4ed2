/** Staff accounts, the history of changes, the access log, and rate limits. */
export const staff: readonly string[] = [
  `create table staff_user (
     id uuid primary key,
     created_at timestamptz(3) not null default now(),
     email varchar(254) not null constraint staff_user_email_unique unique,
     name varchar(200) not null,
     password_hash varchar(300) not null,
     role varchar(20) not null check (role in ('owner', 'editor', 'viewer')),
     disabled_at timestamptz(3),
     last_sign_in_at timestamptz(3)
   )`,
  `create table staff_invitation (
     id uuid primary key,
     created_at timestamptz(3) not null default now(),
     email varchar(254) not null constraint staff_invitation_email_unique unique,
     name varchar(200) not null,
     role varchar(20) not null check (role in ('owner', 'editor', 'viewer')),
     invited_by varchar(200) not null,
     token_hash bytea not null constraint staff_invitation_token_hash_unique unique,
     expires_at timestamptz(3) not null
   )`,
  `create table password_reset (
     staff_id uuid primary key constraint password_reset_staff_id_foreign references staff_user on delete cascade,
     token_hash bytea not null constraint password_reset_token_hash_unique unique,
     expires_at timestamptz(3) not null
   )`,
  `create table staff_authenticator (
     staff_id uuid primary key constraint staff_authenticator_staff_id_foreign references staff_user on delete cascade,
     secret bytea,
     pending bytea,
     added_at timestamptz(3),
     last_step bigint not null default 0,
     failures int not null default 0,
     failed_at timestamptz(3)
   )`,
  `create table staff_recovery_code (
     hash bytea primary key,
     staff_id uuid not null constraint staff_recovery_code_staff_id_foreign references staff_user on delete cascade,
     created_at timestamptz(3) not null default now(),
     used_at timestamptz(3)
   )`,
  'create index staff_recovery_code_staff_id_index on staff_recovery_code (staff_id)',
  `create table staff_token (
     id uuid primary key,
     created_at timestamptz(3) not null default now(),
     staff_id uuid not null constraint staff_token_staff_id_foreign references staff_user on delete cascade,
     name varchar(60) not null,
     prefix varchar(20) not null,
     hash bytea not null constraint staff_token_hash_unique unique,
     scopes text[] not null,
     expires_at timestamptz(3) not null,
     last_used_at timestamptz(3)
   )`,
  'create index staff_token_staff_id_created_at_id_index on staff_token (staff_id, created_at, id)',
  // Losing counts in a crash is acceptable, so it is not logged.
  `create unlogged table rate_limit (
     key varchar(255) primary key,
     points int not null default 0,
     expire bigint
   )`,
  // The request that created a record, kept for two days. Losing it in a crash is acceptable.
  `create unlogged table record_trace (
     record_id uuid primary key,
     traceparent varchar(55) not null,
     created_at timestamptz(3) not null default now()
   )`,
  `create table record_change (
     id uuid primary key,
     created_at timestamptz(3) not null default clock_timestamp(),
     group_id uuid not null,
     record_type varchar(20) not null,
     record_id uuid,
     record_name varchar(200),
     action varchar(40) not null,
     version int,
     actor_id uuid,
     actor varchar(200),
     before jsonb not null default '{}',
     after jsonb not null default '{}',
     reverts uuid,
     idempotency_key varchar(64)
   )`,
  'create index record_change_group_id_index on record_change (group_id)',
  `create unique index record_change_idempotency_key_index on record_change (idempotency_key)
     where idempotency_key is not null`,
  `create index record_change_listed_index on record_change (created_at, id)
     where record_type not in ('lead', 'sample_request', 'lead_import', 'lead_view', 'notification_rule')`,
  'create index record_change_record_id_created_at_id_index on record_change (record_id, created_at, id)',
  'create index record_change_record_type_created_at_id_index on record_change (record_type, created_at, id)',
  `create function forget_changes() returns trigger language plpgsql as $$
   begin
     delete from record_change using gone where record_type = tg_table_name and record_id = gone.id;
     return null;
   end $$`,
  `create table access_entry (
     id uuid primary key,
     created_at timestamptz(3) not null default now(),
     last_at timestamptz(3) not null default now(),
     kind varchar(20) not null,
     staff_id uuid constraint access_entry_staff_id_foreign references staff_user on delete set null,
     actor varchar(200) not null,
     role varchar(20) not null,
     credential varchar(12),
     network varchar(50) not null,
     list varchar(20) check (list in ('leads', 'sample_requests', 'pieces')),
     record_id uuid,
     filters jsonb not null default '[]',
     row_count int,
     times int not null default 1,
     dedupe_key varchar(64) constraint access_entry_dedupe_key_unique unique,
     piece_id varchar(30),
     constraint access_entry_kind_check check (
       kind in ('open', 'search', 'export', 'print', 'privacy_export', 'privacy_erase'))
   )`,
  'create index access_entry_created_at_id_index on access_entry (created_at, id)',
  'create index access_entry_kind_created_at_id_index on access_entry (kind, created_at, id)',
  'create index access_entry_record_id_index on access_entry (record_id, created_at, id) where record_id is not null',
  'create index access_entry_staff_id_created_at_id_index on access_entry (staff_id, created_at, id)',
]
