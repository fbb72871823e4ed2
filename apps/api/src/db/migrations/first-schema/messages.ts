/** Rules, targets, the outbox of messages, the inbox of the staff app, and the state of the CRM. */
export const messages: readonly string[] = [
  `create table message_target (
     id uuid primary key,
     created_at timestamptz(3) not null default now(),
     name varchar(60) not null,
     kind varchar(10) not null check (kind in ('slack', 'webhook')),
     url varchar(500) not null,
     secret varchar(100),
     former_secret varchar(100),
     former_until timestamptz(3),
     is_active boolean not null default true,
     version int not null default 1,
     workspace_id uuid constraint message_target_workspace_id_foreign references workspace on delete cascade,
     event_types text[]
   )`,
  'create index message_target_workspace_id_index on message_target (workspace_id) where workspace_id is not null',
  `create table message (
     id uuid primary key,
     created_at timestamptz(3) not null default now(),
     channel varchar(10) not null check (channel in ('mail', 'slack', 'webhook')),
     kind varchar(20) not null,
     recipient varchar(254) not null,
     target_id uuid constraint message_target_id_foreign references message_target on delete set null,
     lead_id uuid constraint message_lead_id_foreign references lead on delete cascade,
     sample_request_id uuid constraint message_sample_request_id_foreign references sample_request on delete cascade,
     actor_id uuid constraint message_actor_id_foreign references staff_user on delete set null,
     actor varchar(200),
     subject varchar(300) not null,
     content jsonb not null,
     status varchar(10) not null default 'waiting' check (status in ('waiting', 'sent', 'failed', 'canceled')),
     attempts int not null default 0,
     error varchar(500),
     not_before timestamptz(3),
     enqueued_at timestamptz(3),
     sent_at timestamptz(3),
     idempotency_key varchar(64) constraint message_idempotency_key_unique unique,
     workspace_id uuid constraint message_workspace_id_foreign references workspace on delete cascade,
     piece_event_id uuid constraint message_piece_event_id_foreign references piece_event on delete cascade
   )`,
  `create index message_confirmation_index on message (lower(recipient), created_at) where kind = 'confirmation'`,
  'create index message_created_at_id_index on message (created_at, id)',
  `create index message_due_index on message (not_before)
     where status = 'waiting' and enqueued_at is null and workspace_id is null`,
  'create index message_lead_id_index on message (lead_id) where lead_id is not null',
  `create unique index message_piece_event_index on message (piece_event_id, target_id)
     where piece_event_id is not null`,
  `create index message_queued_index on message (target_id)
     where status = 'waiting' and enqueued_at is not null and workspace_id is not null`,
  'create index message_sample_request_id_index on message (sample_request_id) where sample_request_id is not null',
  'create index message_staff_index on message (created_at, id) where workspace_id is null',
  'create index message_status_created_at_id_index on message (status, created_at, id) where workspace_id is null',
  'create index message_target_id_index on message (target_id, created_at, id) where target_id is not null',
  `create index message_waiting_index on message (target_id, id)
     where status = 'waiting' and enqueued_at is null and workspace_id is not null`,
  'create index message_workspace_id_index on message (workspace_id) where workspace_id is not null',
  `create table notification_rule (
     id uuid primary key,
     created_at timestamptz(3) not null default now(),
     staff_id uuid constraint notification_rule_staff_id_foreign references staff_user on delete cascade,
     event varchar(20) not null,
     condition varchar(10) not null,
     volume varchar(20),
     channel varchar(10) not null,
     target_id uuid constraint notification_rule_target_id_foreign references message_target on delete cascade,
     version int not null default 1
   )`,
  'create index notification_rule_staff_id_index on notification_rule (staff_id)',
  'create index notification_rule_target_id_index on notification_rule (target_id)',
  `create table inbox_item (
     id uuid primary key,
     created_at timestamptz(3) not null default now(),
     staff_id uuid not null constraint inbox_item_staff_id_foreign references staff_user on delete cascade,
     kind varchar(20) not null,
     lead_id uuid constraint inbox_item_lead_id_foreign references lead on delete cascade,
     sample_request_id uuid constraint inbox_item_sample_request_id_foreign references sample_request on delete cascade,
     actor varchar(200),
     read_at timestamptz(3),
     import_id uuid constraint inbox_item_import_id_foreign references lead_import on delete cascade
   )`,
  'create index inbox_item_import_id_index on inbox_item (import_id) where import_id is not null',
  'create index inbox_item_lead_id_index on inbox_item (lead_id) where lead_id is not null',
  `create index inbox_item_sample_request_id_index on inbox_item (sample_request_id)
     where sample_request_id is not null`,
  'create index inbox_item_staff_id_created_at_id_index on inbox_item (staff_id, created_at, id)',
  'create index inbox_item_unread_index on inbox_item (staff_id, created_at, id) where read_at is null',
  `create table reply_template (
     id uuid primary key,
     created_at timestamptz(3) not null default now(),
     name varchar(60) not null,
     subject varchar(200) not null,
     body text not null,
     version int not null default 1
   )`,
  `create table notice_state (
     id int primary key check (id = 1),
     leads_until timestamptz(3) not null default now(),
     samples_until timestamptz(3) not null default now(),
     digest_on date not null default current_date,
     last_assignee uuid,
     changes_until timestamptz(3) not null default now()
   )`,
  'insert into notice_state (id) values (1)',
  `create table noticed_arrival (
     id uuid primary key,
     arrived_at timestamptz(3) not null
   )`,
  'create index noticed_arrival_arrived_at_index on noticed_arrival (arrived_at)',
  // One row: the CRM state that all workers share.
  `create table crm_state (
     id int primary key check (id = 1),
     last_success_at timestamptz(3),
     staff_paused_at timestamptz(3),
     staff_paused_by varchar(200),
     credentials_rejected_at timestamptz(3),
     credentials_rejected_reason varchar(500)
   )`,
  'insert into crm_state (id) values (1)',
  // A pending erasure in the CRM. The row is deleted when it succeeds.
  `create table crm_erasure (
     id uuid primary key,
     created_at timestamptz(3) not null default now(),
     email varchar(254) not null,
     subjects jsonb not null,
     enqueued_at timestamptz(3),
     attempts int not null default 0,
     error varchar(500)
   )`,
  `create table circuit_breaker (
     destination varchar(36) primary key,
     failures int not null default 0,
     open_until timestamptz(3)
   )`,
]
