import { Migration } from '@mikro-orm/migrations'
import { printCounts } from './print-counts.ts'

/** The print API: keys, templates, uploaded images, proofs with their queue, and the processes that print. */
export class PrintApi extends Migration {
  override up(): void {
    this.addKeys()
    this.addTemplates()
    this.addAssets()
    this.addProofs()
    this.addSql(`
      create table print_renderer (
        id uuid not null primary key,
        started_at timestamptz(3) not null default now(),
        seen_at timestamptz(3) not null default now(),
        confinement varchar(10) not null,
        reason text null,
        version varchar(60) not null,
        in_work int not null default 0,
        counts jsonb not null default '{}'
      )`)
    for (const statement of printCounts) this.addSql(statement)
  }

  private addKeys(): void {
    this.addSql(`
      create table print_key (
        id uuid not null primary key,
        created_at timestamptz(3) not null default now(),
        prefix varchar(20) not null,
        hash bytea not null,
        scopes text[] not null,
        expires_at timestamptz(3) not null,
        last_used_at timestamptz(3) null,
        revoked_at timestamptz(3) null,
        revoked_by varchar(200) null,
        lead_id uuid null
      )`)
    this.addSql('alter table print_key add constraint print_key_hash_unique unique (hash)')
    this.addSql('create index print_key_created_at_id_index on print_key (created_at, id)')
    this.addSql('create index print_key_expires_at_index on print_key (expires_at)')
    this.addSql('create index print_key_lead_id_index on print_key (lead_id)')
    // Few keys are revoked, and staff list them alone.
    this.addSql('create index print_key_revoked_index on print_key (created_at, id) where revoked_at is not null')
  }

  private addTemplates(): void {
    this.addSql(`
      create table print_template (
        id varchar(30) not null primary key,
        created_at timestamptz(3) not null default now(),
        updated_at timestamptz(3) not null default now(),
        key_id uuid not null,
        name varchar(80) not null,
        size varchar(10) not null,
        version int not null,
        deleted_at timestamptz(3) null
      )`)
    this.addSql('create index print_template_key_id_created_at_id_index on print_template (key_id, created_at, id)')
    this.belongsToKey('print_template')
    this.addSql(`
      create table print_template_version (
        template_id varchar(30) not null,
        version int not null,
        created_at timestamptz(3) not null default now(),
        html text not null,
        fields jsonb not null,
        lint jsonb not null,
        primary key (template_id, version)
      )`)
    this.addSql(`
      alter table print_template_version add constraint print_template_version_template_id_foreign
        foreign key (template_id) references print_template (id) on delete cascade`)
  }

  private addAssets(): void {
    this.addSql(`
      create table print_asset (
        id varchar(30) not null primary key,
        created_at timestamptz(3) not null default now(),
        key_id uuid not null,
        file_hash varchar(64) not null,
        media_type varchar(20) not null,
        width int not null,
        height int not null,
        bytes int not null
      )`)
    this.addSql('alter table print_asset add constraint print_asset_key_id_file_hash_unique unique (key_id, file_hash)')
    this.addSql('create index print_asset_key_id_created_at_id_index on print_asset (key_id, created_at, id)')
    this.addSql('create index print_asset_file_hash_index on print_asset (file_hash)')
    this.belongsToKey('print_asset')
  }

  private addProofs(): void {
    this.addSql(`
      create table print_proof (
        id varchar(30) not null primary key,
        created_at timestamptz(3) not null default now(),
        key_id uuid null,
        caller varchar(64) not null,
        idempotency_key varchar(140) null,
        idempotency_hash bytea null,
        piece varchar(10) not null,
        size varchar(10) not null,
        postal_class varchar(10) not null,
        description varchar(200) null,
        request jsonb not null,
        price jsonb null,
        status varchar(10) not null default 'rendering',
        failure_code varchar(60) null,
        failure_detail varchar(500) null,
        checks jsonb not null default '[]',
        pages jsonb not null default '[]',
        pdf_hash varchar(64) null,
        claimed_until timestamptz(3) null,
        attempts int not null default 0,
        finished_at timestamptz(3) null,
        spans jsonb null,
        expires_at timestamptz(3) not null,
        constraint print_proof_piece_check check (piece in ('postcard', 'letter')),
        constraint print_proof_status_check check (status in ('rendering', 'ready', 'failed'))
      )`)
    this.addSql('alter table print_proof add constraint print_proof_idempotency_key_unique unique (idempotency_key)')
    this.addSql('create index print_proof_created_at_id_index on print_proof (created_at, id)')
    this.addSql('create index print_proof_key_id_created_at_index on print_proof (key_id, created_at)')
    this.addSql('create index print_proof_expires_at_index on print_proof (expires_at)')
    this.addSql('create index print_proof_finished_at_index on print_proof (finished_at)')
    this.addSql(
      "create index print_proof_waiting_index on print_proof (caller, created_at, id) where status = 'rendering'",
    )
    this.addSql('create index print_proof_claimed_index on print_proof (claimed_until) where claimed_until is not null')
    this.addSql('create index print_proof_pdf_hash_index on print_proof (pdf_hash)')
    this.addSql('create index print_proof_pages_index on print_proof using gin (pages jsonb_path_ops)')
    this.belongsToKey('print_proof')
  }

  private belongsToKey(table: string): void {
    this.addSql(`
      alter table ${table} add constraint ${table}_key_id_foreign
        foreign key (key_id) references print_key (id) on delete cascade`)
  }
}
