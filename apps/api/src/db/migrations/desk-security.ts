/** Second factors of staff: authenticator apps, recovery codes, passkeys, and sign-ins that wait for one of them. */
export const deskSecurity: readonly string[] = [
  `create table if not exists staff_authenticator (
     staff_id uuid not null primary key,
     secret bytea null,
     pending bytea null,
     added_at timestamptz(3) null,
     last_step bigint not null default 0,
     failures int not null default 0,
     failed_at timestamptz(3) null,
     constraint staff_authenticator_staff_id_foreign foreign key (staff_id) references staff_user (id) on delete cascade
   )`,
  `create table if not exists staff_recovery_code (
     hash bytea not null primary key,
     staff_id uuid not null,
     created_at timestamptz(3) not null default now(),
     used_at timestamptz(3) null,
     constraint staff_recovery_code_staff_id_foreign foreign key (staff_id) references staff_user (id) on delete cascade
   )`,
  'create index if not exists staff_recovery_code_staff_id_index on staff_recovery_code (staff_id)',
  `create table if not exists staff_passkey (
     id uuid not null primary key,
     created_at timestamptz(3) not null default now(),
     staff_id uuid not null,
     name varchar(60) not null,
     credential_id varchar(1400) not null,
     public_key bytea not null,
     counter bigint not null default 0,
     transports text[] not null default '{}',
     last_used_at timestamptz(3) null,
     constraint staff_passkey_credential_id_unique unique (credential_id),
     constraint staff_passkey_staff_id_foreign foreign key (staff_id) references staff_user (id) on delete cascade
   )`,
  'create index if not exists staff_passkey_staff_id_index on staff_passkey (staff_id)',
  `create table if not exists sign_in_challenge (
     hash bytea not null primary key,
     created_at timestamptz(3) not null default now(),
     kind varchar(20) not null,
     staff_id uuid null,
     constraint sign_in_challenge_staff_id_foreign foreign key (staff_id) references staff_user (id) on delete cascade
   )`,
  'create index if not exists sign_in_challenge_created_at_index on sign_in_challenge (created_at)',
  'create index if not exists sign_in_challenge_staff_id_index on sign_in_challenge (staff_id)',
  'alter table sign_in add column if not exists factor varchar(20) null',
]
