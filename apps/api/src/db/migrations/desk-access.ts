/** What a member of staff is shown of their sessions. The id opens nothing: the cookie's own is stored as its hash only. */
export const deskAccess: readonly string[] = [
  `alter table staff_session
     add column if not exists id uuid not null default gen_random_uuid() constraint staff_session_id_unique unique,
     add column if not exists browser varchar(60) null,
     add column if not exists network varchar(50) null`,
]
