import { Migration } from '@mikro-orm/migrations'

/** Print runs with their files and pieces, imports of scans, and who downloaded print files. */
export class PrintRuns extends Migration {
  override up(): void {
    this.addSql(`
      create table print_run (
        id uuid not null primary key,
        created_at timestamptz(3) not null default now(),
        number int not null,
        created_by varchar(200) not null,
        size varchar(10) not null,
        postal_class varchar(10) not null,
        stock varchar(60) not null,
        cutoff_at timestamptz(3) not null,
        status varchar(10) not null default 'preparing',
        pieces int not null,
        spoiled int not null default 0,
        sheets int not null,
        printed_at timestamptz(3) null,
        printed_by varchar(200) null,
        mailed_on date null,
        mailed_at timestamptz(3) null,
        mailed_by varchar(200) null,
        post_office varchar(200) not null default '',
        statement_number varchar(60) not null default '',
        version int not null default 1,
        constraint print_run_number_unique unique (number),
        constraint print_run_status_check check (status in ('preparing', 'ready', 'printed', 'mailed', 'canceled'))
      )`)
    this.addSql('create index print_run_created_at_id_index on print_run (created_at, id)')
    this.addFilesAndPieces()
    this.addScanImports()
    this.addSql('alter table print_renderer add column run_files int not null default 0')
    this.addSql(`create index piece_rejected_index on piece (created_at) where status = 'rejected'`)
    this.addSql(`
      alter table access_entry
        drop constraint access_entry_list_check,
        add constraint access_entry_list_check check (list in ('leads', 'sample_requests', 'pieces'))`)
  }

  private addFilesAndPieces(): void {
    this.addSql(`
      create table print_run_file (
        id uuid not null primary key,
        created_at timestamptz(3) not null default now(),
        run_id uuid not null,
        number int not null,
        first_place int not null,
        last_place int not null,
        revision int not null default 1,
        enqueued_at timestamptz(3) null,
        prepared_at timestamptz(3) null,
        failure varchar(500) null,
        hash varchar(64) null,
        bytes bigint not null default 0,
        pieces int not null default 0,
        pages int not null default 0,
        constraint print_run_file_run_id_number_unique unique (run_id, number),
        constraint print_run_file_run_id_foreign foreign key (run_id) references print_run (id) on delete cascade
      )`)
    this.addSql(
      'create index print_run_file_enqueued_at_index on print_run_file (created_at) where enqueued_at is null',
    )
    this.addSql('create index print_run_file_hash_index on print_run_file (hash)')
    this.addSql(`
      create table print_run_piece (
        id uuid not null primary key,
        created_at timestamptz(3) not null default now(),
        run_id uuid not null,
        piece_id varchar(30) not null,
        place int not null,
        file int not null,
        page int null,
        sheets int not null,
        is_file_lost boolean not null default false,
        spoiled_at timestamptz(3) null,
        spoiled_by varchar(200) null,
        reason varchar(200) null,
        constraint print_run_piece_run_id_place_unique unique (run_id, place),
        constraint print_run_piece_run_id_foreign foreign key (run_id) references print_run (id) on delete cascade,
        constraint print_run_piece_piece_id_foreign foreign key (piece_id) references piece (id) on delete cascade
      )`)
    this.addSql(
      'create unique index print_run_piece_piece_id_unique on print_run_piece (piece_id) where spoiled_at is null',
    )
    this.addSql('create index print_run_piece_piece_id_index on print_run_piece (piece_id)')
  }

  private addScanImports(): void {
    this.addSql(`
      create table scan_import (
        id uuid not null primary key,
        created_at timestamptz(3) not null default now(),
        by varchar(200) not null,
        file_name varchar(200) not null,
        rows int not null,
        moved int not null,
        unchanged int not null,
        unknown int not null,
        invalid int not null
      )`)
    this.addSql('create index scan_import_created_at_id_index on scan_import (created_at, id)')
  }
}
