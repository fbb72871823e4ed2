/** Tables of sign-ins whose rows belong to a member of staff or to a member of a customer's account. */
const ownedByEither = ['staff_session', 'staff_passkey']

/** Members of customers sign in like staff: sessions, passkeys, half-done sign-ins, and the history. */
export const memberSignIns: readonly string[] = [
  ...ownedByEither.flatMap((table) => [
    `alter table ${table} alter column staff_id drop not null, add column member_id uuid null`,
    `alter table ${table}
       add constraint ${table}_owner_check check (num_nonnulls(staff_id, member_id) = 1),
       add constraint ${table}_member_id_foreign foreign key (member_id) references customer_member (id) on delete cascade`,
    `create index ${table}_member_id_index on ${table} (member_id)`,
  ]),
  `alter table sign_in_challenge
     add column member_id uuid null,
     add column expires_at timestamptz(3) not null default now() + interval '10 minutes',
     add constraint sign_in_challenge_member_id_foreign
       foreign key (member_id) references customer_member (id) on delete cascade`,
  'create index sign_in_challenge_member_id_index on sign_in_challenge (member_id)',
  'create index sign_in_challenge_expires_at_index on sign_in_challenge (expires_at)',
  'drop index sign_in_challenge_created_at_index',
  `alter table sign_in
     add column member_id uuid null,
     add constraint sign_in_member_id_foreign foreign key (member_id) references customer_member (id) on delete cascade,
     drop constraint sign_in_method_check,
     add constraint sign_in_method_check check (method in ('password', 'sso', 'link', 'passkey'))`,
  'create index sign_in_member_id_created_at_id_index on sign_in (member_id, created_at, id)',
  `alter table access_entry
     add column piece_id varchar(30) null,
     drop constraint access_entry_list_check,
     add constraint access_entry_list_check check (list in ('leads', 'sample_requests', 'pieces'))`,
]
