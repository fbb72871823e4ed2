/** Customers with their members and workspaces, and the sign-ins of members and staff. */
export const customers: readonly string[] = [
  `create table customer_account (
     id uuid primary key,
     created_at timestamptz(3) not null default now(),
     name varchar(200) not null,
     billing_name varchar(200) not null,
     billing_email varchar(254) not null,
     monthly_cap int,
     suspended boolean not null default false,
     lead_id uuid,
     version int not null default 1
   )`,
  'create index customer_account_created_at_id_index on customer_account (created_at, id)',
  'create unique index customer_account_lead_id_index on customer_account (lead_id) where lead_id is not null',
  `create table customer_member (
     id uuid primary key,
     created_at timestamptz(3) not null default now(),
     account_id uuid not null,
     email varchar(254) not null constraint customer_member_email_unique unique,
     name varchar(200) not null,
     invited_by varchar(200) not null,
     last_sign_in_at timestamptz(3),
     constraint customer_member_account_id_foreign
       foreign key (account_id) references customer_account on delete cascade
   )`,
  'create index customer_member_account_id_index on customer_member (account_id)',
  `create table workspace (
     id uuid primary key,
     account_id uuid constraint workspace_account_id_foreign references customer_account on delete cascade,
     mode varchar(10) not null,
     constraint workspace_mode_check check (
       (mode = 'sandbox' and account_id is null) or (mode in ('test', 'live') and account_id is not null)),
     constraint workspace_account_id_mode_unique unique (account_id, mode)
   )`,
  `create table staff_session (
     id_hash bytea primary key,
     staff_id uuid constraint staff_session_staff_id_foreign references staff_user on delete cascade,
     created_at timestamptz(3) not null default now(),
     seen_at timestamptz(3) not null default now(),
     id uuid not null default gen_random_uuid() constraint staff_session_id_unique unique,
     browser varchar(60),
     network varchar(50),
     member_id uuid constraint staff_session_member_id_foreign references customer_member on delete cascade,
     constraint staff_session_owner_check check (num_nonnulls(staff_id, member_id) = 1)
   )`,
  'create index staff_session_member_id_index on staff_session (member_id)',
  'create index staff_session_staff_id_index on staff_session (staff_id)',
  `create table staff_passkey (
     id uuid primary key,
     created_at timestamptz(3) not null default now(),
     staff_id uuid constraint staff_passkey_staff_id_foreign references staff_user on delete cascade,
     name varchar(60) not null,
     credential_id varchar(1400) not null constraint staff_passkey_credential_id_unique unique,
     public_key bytea not null,
     counter bigint not null default 0,
     transports text[] not null default '{}',
     last_used_at timestamptz(3),
     member_id uuid constraint staff_passkey_member_id_foreign references customer_member on delete cascade,
     constraint staff_passkey_owner_check check (num_nonnulls(staff_id, member_id) = 1)
   )`,
  'create index staff_passkey_member_id_index on staff_passkey (member_id)',
  'create index staff_passkey_staff_id_index on staff_passkey (staff_id)',
  `create table sign_in (
     id uuid primary key,
     created_at timestamptz(3) not null default now(),
     staff_id uuid constraint sign_in_staff_id_foreign references staff_user on delete cascade,
     outcome varchar(20) not null check (outcome in ('signed_in', 'refused', 'limited')),
     method varchar(20) not null check (method in ('password', 'sso', 'link', 'passkey')),
     network varchar(50) not null,
     attempts int not null default 1,
     factor varchar(20),
     member_id uuid constraint sign_in_member_id_foreign references customer_member on delete cascade
   )`,
  'create index sign_in_created_at_id_index on sign_in (created_at, id)',
  'create index sign_in_member_id_created_at_id_index on sign_in (member_id, created_at, id)',
  'create index sign_in_staff_id_created_at_id_index on sign_in (staff_id, created_at, id)',
  `create table sign_in_challenge (
     hash bytea primary key,
     created_at timestamptz(3) not null default now(),
     kind varchar(20) not null,
     staff_id uuid constraint sign_in_challenge_staff_id_foreign references staff_user on delete cascade,
     member_id uuid constraint sign_in_challenge_member_id_foreign references customer_member on delete cascade,
     expires_at timestamptz(3) not null default (now() + interval '10 minutes')
   )`,
  'create index sign_in_challenge_expires_at_index on sign_in_challenge (expires_at)',
  'create index sign_in_challenge_member_id_index on sign_in_challenge (member_id)',
  'create index sign_in_challenge_staff_id_index on sign_in_challenge (staff_id)',
]
