import { Migration } from '@mikro-orm/migrations'

export class SignInsCrmPause extends Migration {
  override up(): void {
    this.addSql(`
      create table sign_in (
        id uuid not null primary key,
        created_at timestamptz(3) not null default now(),
        staff_id uuid null,
        outcome varchar(20) not null,
        method varchar(20) not null,
        network varchar(50) not null,
        attempts int not null default 1,
        constraint sign_in_outcome_check check (outcome in ('signed_in', 'refused', 'limited')),
        constraint sign_in_method_check check (method in ('password', 'sso'))
      )`)
    this.addSql(`
      alter table sign_in add constraint sign_in_staff_id_foreign
        foreign key (staff_id) references staff_user (id) on delete cascade`)
    this.addSql('create index sign_in_created_at_id_index on sign_in (created_at, id)')
    this.addSql('create index sign_in_staff_id_created_at_id_index on sign_in (staff_id, created_at, id)')
    this.addSql(`
      alter table crm_state
        add column stopped_at timestamptz(3) null,
        add column stopped_by varchar(200) null`)
  }
}
