/** The proofs that a statement finished. */
const ended = `
  (select became.*, date_bin('15 minutes', coalesce(became.finished_at, now()), timestamptz '2000-01-01 00:00Z') as quarter
     from was join became using (id) where was.status = 'rendering' and became.status <> 'rendering') as ended`

/** The print API: keys, templates, assets, proofs, responses for repeated requests, and renderers. */
export const print: readonly string[] = [
  `create table print_key (
     id uuid primary key,
     created_at timestamptz(3) not null default now(),
     prefix varchar(20) not null,
     hash bytea not null constraint print_key_hash_unique unique,
     scopes text[] not null,
     expires_at timestamptz(3),
     last_used_at timestamptz(3),
     revoked_at timestamptz(3),
     revoked_by varchar(200),
     lead_id uuid,
     workspace_id uuid not null constraint print_key_workspace_id_foreign references workspace on delete cascade,
     name varchar(60)
   )`,
  'create index print_key_created_at_id_index on print_key (created_at, id)',
  'create index print_key_expires_at_index on print_key (expires_at)',
  'create index print_key_lead_id_index on print_key (lead_id)',
  // Few keys are revoked, and staff list them separately.
  'create index print_key_revoked_index on print_key (created_at, id) where revoked_at is not null',
  'create index print_key_workspace_id_index on print_key (workspace_id)',
  `create table print_template (
     id varchar(30) primary key,
     created_at timestamptz(3) not null default now(),
     updated_at timestamptz(3) not null default now(),
     workspace_id uuid not null constraint print_template_workspace_id_foreign references workspace on delete cascade,
     name varchar(80) not null,
     size varchar(10) not null,
     version int not null,
     deleted_at timestamptz(3)
   )`,
  'create index print_template_workspace_id_created_at_id_index on print_template (workspace_id, created_at, id)',
  `create table print_template_version (
     template_id varchar(30),
     version int,
     created_at timestamptz(3) not null default now(),
     html text not null,
     fields jsonb not null,
     lint jsonb not null,
     primary key (template_id, version),
     constraint print_template_version_template_id_foreign
       foreign key (template_id) references print_template on delete cascade
   )`,
  `create table print_asset (
     id varchar(30) primary key,
     created_at timestamptz(3) not null default now(),
     workspace_id uuid not null constraint print_asset_workspace_id_foreign references workspace on delete cascade,
     file_hash varchar(64) not null,
     media_type varchar(20) not null,
     width int,
     height int,
     bytes int not null,
     font jsonb,
     constraint print_asset_workspace_id_file_hash_unique unique (workspace_id, file_hash)
   )`,
  'create index print_asset_file_hash_index on print_asset (file_hash)',
  'create index print_asset_workspace_id_created_at_id_index on print_asset (workspace_id, created_at, id)',
  `create table print_proof (
     id varchar(30) primary key,
     created_at timestamptz(3) not null default now(),
     workspace_id uuid constraint print_proof_workspace_id_foreign references workspace on delete cascade,
     caller varchar(64) not null,
     idempotency_key varchar(140) constraint print_proof_idempotency_key_unique unique,
     idempotency_hash bytea,
     piece varchar(10) not null check (piece in ('postcard', 'letter')),
     size varchar(10) not null,
     postal_class varchar(10) not null,
     description varchar(200),
     request jsonb not null,
     price jsonb,
     status varchar(10) not null default 'rendering' check (status in ('rendering', 'ready', 'failed')),
     failure_code varchar(60),
     failure_detail varchar(500),
     checks jsonb not null default '[]',
     pages jsonb not null default '[]',
     pdf_hash varchar(64),
     attempts int not null default 0,
     finished_at timestamptz(3),
     spans jsonb,
     expires_at timestamptz(3) not null,
     is_awaited boolean not null default false,
     turn int
   )`,
  `create index print_proof_caller_turn_index on print_proof (caller, turn) where status = 'rendering'`,
  'create index print_proof_created_at_id_index on print_proof (created_at, id)',
  'create index print_proof_expires_at_index on print_proof (expires_at)',
  'create index print_proof_finished_at_index on print_proof (finished_at)',
  'create index print_proof_pages_index on print_proof using gin (pages jsonb_path_ops)',
  'create index print_proof_pdf_hash_index on print_proof (pdf_hash)',
  `create index print_proof_turn_index on print_proof (turn, created_at) where status = 'rendering'`,
  'create index print_proof_workspace_id_created_at_index on print_proof (workspace_id, created_at)',
  `create table print_write (
     hash varchar(64) primary key,
     created_at timestamptz(3) not null default now(),
     workspace_id uuid constraint print_write_workspace_id_foreign references workspace on delete cascade,
     request_hash varchar(64) not null,
     response jsonb
   )`,
  'create index print_write_created_at_index on print_write (created_at)',
  'create index print_write_workspace_id_index on print_write (workspace_id)',
  `create table print_renderer (
     id uuid primary key,
     started_at timestamptz(3) not null default now(),
     seen_at timestamptz(3) not null default now(),
     confinement varchar(10) not null,
     reason text,
     version varchar(60) not null,
     in_work int not null default 0,
     counts jsonb not null default '{}',
     run_files int not null default 0
   )`,
  // Counts of proofs and their findings. Written when a proof finishes, because proofs are deleted after days: once per
  // statement, and in key order, so that two statements never deadlock.
  `create table print_proof_count (
     quarter timestamptz(3),
     status varchar(10),
     code varchar(60),
     proofs bigint not null,
     primary key (quarter, status, code)
   )`,
  `create table print_finding_count (
     quarter timestamptz(3),
     code varchar(60),
     severity varchar(10),
     proofs bigint not null,
     primary key (quarter, code, severity)
   )`,
  `create function print_proof_count_ended() returns trigger language plpgsql as $$
   begin
     -- Most statements change proofs that go on.
     if not exists (select from ${ended}) then return null; end if;
     insert into print_proof_count (quarter, status, code, proofs)
     select quarter, status, coalesce(failure_code, ''), count(*) from ${ended} group by 1, 2, 3 order by 1, 2, 3
         on conflict (quarter, status, code) do update set proofs = print_proof_count.proofs + excluded.proofs;
     insert into print_finding_count (quarter, code, severity, proofs)
     select quarter, left(checked ->> 'Code', 60), left(checked ->> 'Severity', 10), count(distinct id)
       from ${ended},
            jsonb_array_elements(case jsonb_typeof(checks) when 'array' then checks else '[]' end) as checked
      where checked ->> 'Code' is not null and checked ->> 'Severity' is not null
      group by 1, 2, 3 order by 1, 2, 3
         on conflict (quarter, code, severity) do update set proofs = print_finding_count.proofs + excluded.proofs;
     return null;
   end $$`,
  `create trigger print_proof_count_ended after update on print_proof referencing old table as was new table as became
     for each statement execute function print_proof_count_ended()`,
]
