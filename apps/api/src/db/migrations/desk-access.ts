/** Sessions with an id that opens nothing, and tokens of staff, of which only the hash is stored. */
export const deskAccess: readonly string[] = [
  `alter table staff_session
     add column if not exists id uuid not null default gen_random_uuid() constraint staff_session_id_unique unique,
     add column if not exists browser varchar(60) null,
     add column if not exists network varchar(50) null`,
  `create table if not exists staff_token (
     id uuid not null primary key,
     created_at timestamptz(3) not null default now(),
     staff_id uuid not null,
     name varchar(60) not null,
     prefix varchar(20) not null,
     hash bytea not null,
     scopes text[] not null,
     expires_at timestamptz(3) not null,
     last_used_at timestamptz(3) null,
     constraint staff_token_hash_unique unique (hash),
     constraint staff_token_staff_id_foreign foreign key (staff_id) references staff_user (id) on delete cascade
   )`,
  'create index if not exists staff_token_staff_id_created_at_id_index on staff_token (staff_id, created_at, id)',
]
