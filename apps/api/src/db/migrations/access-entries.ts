/** Who read, searched and exported personal data. */
export const accessEntries: readonly string[] = [
  `create table if not exists access_entry (
     id uuid not null primary key,
     created_at timestamptz(3) not null default now(),
     last_at timestamptz(3) not null default now(),
     kind varchar(20) not null,
     staff_id uuid null,
     actor varchar(200) not null,
     role varchar(20) not null,
     credential varchar(12) null,
     network varchar(50) not null,
     list varchar(20) null,
     record_id uuid null,
     filters jsonb not null default '[]',
     row_count int null,
     times int not null default 1,
     sameness varchar(64) null,
     constraint access_entry_kind_check check (kind in ('open', 'search', 'export', 'print', 'privacy_export', 'privacy_erase')),
     constraint access_entry_list_check check (list in ('leads', 'sample_requests')),
     constraint access_entry_staff_id_foreign foreign key (staff_id) references staff_user (id) on delete set null,
     constraint access_entry_sameness_unique unique (sameness)
   )`,
  'create index if not exists access_entry_created_at_id_index on access_entry (created_at, id)',
  'create index if not exists access_entry_staff_id_created_at_id_index on access_entry (staff_id, created_at, id)',
  'create index if not exists access_entry_kind_created_at_id_index on access_entry (kind, created_at, id)',
  `create index if not exists access_entry_record_id_index on access_entry (record_id, created_at, id)
    where record_id is not null`,
]
