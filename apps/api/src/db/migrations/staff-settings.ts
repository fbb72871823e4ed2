import { Migration } from '@mikro-orm/migrations'

/** What the settings screen needs: invitations, reset links, and who changed what. */
export class StaffSettings extends Migration {
  override up(): void {
    this.addSql('alter table staff_user add column last_sign_in_at timestamptz(3) null')
    this.addSql(`
      create table staff_invitation (
        id uuid not null primary key,
        created_at timestamptz(3) not null default now(),
        email varchar(254) not null,
        name varchar(200) not null,
        role varchar(20) not null,
        invited_by varchar(200) not null,
        token_hash bytea not null,
        expires_at timestamptz(3) not null,
        constraint staff_invitation_role_check check (role in ('owner', 'editor', 'viewer'))
      )`)
    this.addSql('alter table staff_invitation add constraint staff_invitation_email_unique unique (email)')
    this.addSql('alter table staff_invitation add constraint staff_invitation_token_hash_unique unique (token_hash)')
    this.addSql(`
      create table password_reset (
        staff_id uuid not null primary key,
        token_hash bytea not null,
        expires_at timestamptz(3) not null
      )`)
    this.addSql('alter table password_reset add constraint password_reset_token_hash_unique unique (token_hash)')
    this.addSql(`
      alter table password_reset add constraint password_reset_staff_id_foreign
        foreign key (staff_id) references staff_user (id) on delete cascade`)
    this.addSql(`
      create table settings_audit (
        id uuid not null primary key,
        created_at timestamptz(3) not null default now(),
        action varchar(40) not null,
        actor_id uuid null,
        actor varchar(200) not null,
        person_id uuid null,
        person varchar(200) null,
        changes jsonb not null default '[]'
      )`)
    this.addSql('create index settings_audit_created_at_id_index on settings_audit (created_at, id)')
    for (const column of ['actor_id', 'person_id']) {
      this.addSql(`
        alter table settings_audit add constraint settings_audit_${column}_foreign
          foreign key (${column}) references staff_user (id) on delete set null`)
    }
    // Names are not unique and change; the account behind a price change is known from now on.
    this.addSql('alter table pricing_audit add column actor_id uuid null')
    this.addSql(`
      alter table pricing_audit add constraint pricing_audit_actor_id_foreign
        foreign key (actor_id) references staff_user (id) on delete set null`)
  }
}
