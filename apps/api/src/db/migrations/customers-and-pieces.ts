import { Migration } from '@mikro-orm/migrations'
import { customerWebhooks } from './customer-webhooks.ts'
import { memberSignIns } from './member-sign-ins.ts'

/** What belonged to a key and belongs to its workspace now, with the names of its indexes. */
const belongings = {
  print_template: ['created_at_id_index'],
  print_asset: ['created_at_id_index', 'file_hash_unique'],
  print_proof: ['created_at_index'],
  print_write: ['index'],
}

/** Customers with their workspaces, the pieces that they send, and what those cost. */
export class CustomersAndPieces extends Migration {
  override up(): void {
    this.addCustomers()
    this.addWorkspaces()
    this.addPieces()
    this.addMoney()
    for (const statement of [...memberSignIns, ...customerWebhooks]) this.addSql(statement)
  }

  private addCustomers(): void {
    this.addSql(`
      create table customer_account (
        id uuid not null primary key,
        created_at timestamptz(3) not null default now(),
        name varchar(200) not null,
        billing_name varchar(200) not null,
        billing_email varchar(254) not null,
        monthly_cap int null,
        suspended boolean not null default false,
        lead_id uuid null,
        version int not null default 1
      )`)
    this.addSql('create index customer_account_created_at_id_index on customer_account (created_at, id)')
    this.addSql(
      'create unique index customer_account_lead_id_index on customer_account (lead_id) where lead_id is not null',
    )
    this.addSql(`
      create table customer_member (
        id uuid not null primary key,
        created_at timestamptz(3) not null default now(),
        account_id uuid not null,
        email varchar(254) not null,
        name varchar(200) not null,
        invited_by varchar(200) not null,
        last_sign_in_at timestamptz(3) null,
        constraint customer_member_email_unique unique (email),
        constraint customer_member_account_id_foreign foreign key (account_id)
          references customer_account (id) on delete cascade
      )`)
    this.addSql('create index customer_member_account_id_index on customer_member (account_id)')
  }

  /** Each sandbox key gets a workspace of its own, with the id of the key. */
  private addWorkspaces(): void {
    this.addSql(`
      create table workspace (
        id uuid not null primary key,
        account_id uuid null,
        mode varchar(10) not null,
        constraint workspace_account_id_mode_unique unique (account_id, mode),
        constraint workspace_account_id_foreign foreign key (account_id)
          references customer_account (id) on delete cascade,
        constraint workspace_mode_check
          check ((mode = 'sandbox' and account_id is null) or (mode in ('test', 'live') and account_id is not null))
      )`)
    this.addSql(`insert into workspace (id, mode) select id, 'sandbox' from print_key`)
    this.addSql('alter table print_key add column workspace_id uuid null, add column name varchar(60) null')
    this.addSql('update print_key set workspace_id = id')
    this.addSql(`
      alter table print_key
        alter column workspace_id set not null,
        alter column expires_at drop not null,
        add constraint print_key_workspace_id_foreign foreign key (workspace_id) references workspace (id) on delete cascade`)
    this.addSql('create index print_key_workspace_id_index on print_key (workspace_id)')
    for (const [table, names] of Object.entries(belongings)) {
      this.addSql(`alter table ${table} drop constraint ${table}_key_id_foreign`)
      this.addSql(`alter table ${table} rename column key_id to workspace_id`)
      this.addSql(`
        alter table ${table} add constraint ${table}_workspace_id_foreign
          foreign key (workspace_id) references workspace (id) on delete cascade`)
      for (const name of names)
        this.addSql(`alter index ${table}_key_id_${name} rename to ${table}_workspace_id_${name}`)
    }
  }

  private addPieces(): void {
    this.addSql(`
      create table piece (
        id varchar(30) not null primary key,
        created_at timestamptz(3) not null default now(),
        workspace_id uuid not null,
        key_id uuid null,
        idempotency_key varchar(140) null,
        idempotency_hash bytea null,
        kind varchar(10) not null,
        size varchar(10) not null,
        postal_class varchar(10) not null,
        sheets int null,
        description varchar(200) null,
        metadata jsonb not null default '{}',
        status varchar(20) not null default 'checking',
        events int not null default 1,
        rejection varchar(500) null,
        month varchar(7) not null,
        price bigint null,
        send_on date not null,
        due_on date not null,
        cancelable_until timestamptz(3) not null,
        proof_id varchar(30) null,
        tracking varchar(20) not null,
        routing varchar(11) not null,
        tracking_token varchar(30) not null,
        test jsonb null,
        mailed_on date null,
        constraint piece_kind_check check (kind in ('postcard', 'letter')),
        constraint piece_idempotency_key_unique unique (idempotency_key),
        constraint piece_tracking_token_unique unique (tracking_token),
        constraint piece_workspace_id_foreign foreign key (workspace_id) references workspace (id),
        constraint piece_key_id_foreign foreign key (key_id) references print_key (id) on delete set null,
        constraint piece_proof_id_foreign foreign key (proof_id) references print_proof (id) on delete set null
      )`)
    this.addSql('create index piece_workspace_id_created_at_id_index on piece (workspace_id, created_at, id)')
    this.addSql('create index piece_workspace_id_month_index on piece (workspace_id, month)')
    this.addSql('create index piece_proof_id_index on piece (proof_id)')
    this.addSql('create index piece_key_id_index on piece (key_id)')
    this.addSql('create index piece_tracking_index on piece (tracking)')
    this.addSql(`create index piece_ready_index on piece (size, postal_class, created_at) where status = 'ready'`)
    this.addSql(`create index piece_checking_index on piece (created_at) where status = 'checking'`)
    this.addSql(`
      create table piece_event (
        id uuid not null primary key,
        created_at timestamptz(3) not null default now(),
        workspace_id uuid not null,
        piece_id varchar(30) not null,
        number int not null,
        type varchar(30) not null,
        occurred_at timestamptz(3) not null,
        zip varchar(5) null,
        constraint piece_event_piece_id_number_unique unique (piece_id, number),
        constraint piece_event_workspace_id_foreign foreign key (workspace_id) references workspace (id),
        constraint piece_event_piece_id_foreign foreign key (piece_id) references piece (id) on delete cascade
      )`)
    this.addSql(
      'create index piece_event_workspace_id_created_at_id_index on piece_event (workspace_id, created_at, id)',
    )
    this.addSql(`
      create table mailer_serial (
        mailer_id varchar(9) not null primary key,
        next bigint not null default 1
      )`)
  }

  private addMoney(): void {
    this.addSql(`
      create table usage_month (
        workspace_id uuid not null,
        month varchar(7) not null,
        pieces int not null default 0,
        items jsonb not null default '{}',
        primary key (workspace_id, month),
        constraint usage_month_workspace_id_foreign foreign key (workspace_id) references workspace (id)
      )`)
    this.addSql(`
      create table ledger_entry (
        id uuid not null primary key,
        created_at timestamptz(3) not null default now(),
        workspace_id uuid not null,
        month varchar(7) not null,
        piece_id varchar(30) not null,
        kind varchar(10) not null,
        amount bigint not null,
        pieces int not null,
        items jsonb not null default '{}',
        constraint ledger_entry_kind_check check (kind in ('charge', 'reversal', 're_rate')),
        constraint ledger_entry_workspace_id_foreign foreign key (workspace_id) references workspace (id),
        constraint ledger_entry_piece_id_foreign foreign key (piece_id) references piece (id)
      )`)
    this.addSql(`
      create index ledger_entry_workspace_id_month_created_at_id_index
          on ledger_entry (workspace_id, month, created_at, id)`)
    this.addSql('create index ledger_entry_piece_id_index on ledger_entry (piece_id)')
  }
}
