/** Imports of leads from files, and which lead came with which. A lead of the site's form has none and pays nothing for it. */
export const leadDeskImports: readonly string[] = [
  'alter table lead add column if not exists import_id uuid null',
  `create table if not exists lead_import (
     id uuid not null primary key,
     created_at timestamptz(3) not null default now(),
     file_name varchar(200) not null,
     staff_id uuid null,
     staff_name varchar(200) not null,
     rows int not null,
     skipped int not null,
     sends_to_crm boolean not null,
     undone_at timestamptz(3) null,
     undone_by varchar(200) null,
     idempotency_key varchar(64) null,
     idempotency_hash bytea null,
     constraint lead_import_staff_id_foreign foreign key (staff_id) references staff_user (id) on delete set null,
     constraint lead_import_idempotency_key_unique unique (idempotency_key)
   )`,
  'create index if not exists lead_import_created_at_id_index on lead_import (created_at, id)',
  `alter table inbox_item
     add column if not exists import_id uuid null
     constraint inbox_item_import_id_foreign references lead_import (id) on delete cascade`,
  'create index if not exists inbox_item_import_id_index on inbox_item (import_id) where import_id is not null',
]
