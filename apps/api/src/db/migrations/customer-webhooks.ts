/** Targets of customers, and messages about the events of their pieces. */
export const customerWebhooks: readonly string[] = [
  'alter table message_target add column workspace_id uuid null, add column event_types text[] null',
  `alter table message_target add constraint message_target_workspace_id_foreign
     foreign key (workspace_id) references workspace (id) on delete cascade`,
  'create index message_target_workspace_id_index on message_target (workspace_id) where workspace_id is not null',
  'alter table message add column workspace_id uuid null, add column piece_event_id uuid null',
  `alter table message
     add constraint message_workspace_id_foreign foreign key (workspace_id) references workspace (id) on delete cascade,
     add constraint message_piece_event_id_foreign
       foreign key (piece_event_id) references piece_event (id) on delete cascade`,
  `create unique index message_piece_event_index on message (piece_event_id, target_id) where piece_event_id is not null`,
  'create index message_workspace_id_index on message (workspace_id) where workspace_id is not null',
  // Staff read and send their own messages, of which there are few, without a look at those of customers.
  'create index message_staff_index on message (created_at, id) where workspace_id is null',
  'drop index message_status_created_at_id_index',
  'create index message_status_created_at_id_index on message (status, created_at, id) where workspace_id is null',
  'drop index message_due_index',
  `create index message_due_index on message (not_before)
     where status = 'waiting' and enqueued_at is null and workspace_id is null`,
  'drop index message_target_id_index',
  'create index message_target_id_index on message (target_id, created_at, id) where target_id is not null',
  `create index message_waiting_index on message (target_id, id)
     where status = 'waiting' and enqueued_at is null and workspace_id is not null`,
  `create index message_queued_index on message (target_id)
     where status = 'waiting' and enqueued_at is not null and workspace_id is not null`,
]
