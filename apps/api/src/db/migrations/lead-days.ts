import { Migration } from '@mikro-orm/migrations'

/** Counts of leads are also pre-aggregated by day, source, status and volume, for charts and for comparing months. */
export class LeadDays extends Migration {
  override up(): void {
    this.addSql('drop table lead_count_day')
    this.addSql(`
      create table lead_count_day (
        day date not null,
        source varchar(200) not null,
        status varchar(40) not null,
        volume varchar(40) not null,
        leads bigint not null,
        primary key (day, source, status, volume)
      )`)
    // Nothing is counted until the next round of housekeeping counts all.
    this.addSql("update lead_count_state set counted_until = '-infinity'")
    this.addSql(`
      create or replace function lead_count_follow() returns trigger language plpgsql as $$
      declare
        counted lead_count_state;
        arrived timestamptz;
        arrived_on date;
      begin
        select * into counted from lead_count_state where id = 1 for share;
        if tg_op = 'INSERT' then arrived := new.created_at; else arrived := old.created_at; end if;
        if arrived >= counted.counted_until then
          return null;
        end if;
        arrived_on := (arrived at time zone counted.time_zone)::date;
        if tg_op <> 'INSERT' then
          if not old.is_spam then
            update lead_count set leads = leads - 1
             where status = old.status and industry = coalesce(old.industry, '') and volume = coalesce(old.volume, '')
               and source = old.source;
            update lead_count_day set leads = leads - 1
             where day = arrived_on and source = old.source and status = old.status
               and volume = coalesce(old.volume, '');
          end if;
        end if;
        if tg_op <> 'DELETE' then
          if not new.is_spam then
            insert into lead_count
            values (new.status, coalesce(new.industry, ''), coalesce(new.volume, ''), new.source, 1)
              on conflict (status, industry, volume, source) do update set leads = lead_count.leads + 1;
            insert into lead_count_day values (arrived_on, new.source, new.status, coalesce(new.volume, ''), 1)
              on conflict (day, source, status, volume) do update set leads = lead_count_day.leads + 1;
          end if;
        end if;
        return null;
      end $$`)
    this.addSql('create index sample_request_day_index on sample_request (created_at, source) where not is_spam')
  }
}
