const traits = "status, coalesce(industry, '') as industry, coalesce(volume, '') as volume, source"

interface Followed {
  event: 'insert' | 'update' | 'delete'
  /** The transition tables of the statement. */
  tables: string
  /** Finds a row when the statement can have changed a count at all. */
  isCounted: string
  /** The leads that it changed, with the sign of their count. */
  changed: string
}

const followed: readonly Followed[] = [
  {
    event: 'insert',
    tables: 'new table as came',
    // Only an import brings leads that are old already.
    isCounted: "select from came where created_at < now() - interval '1 minute'",
    changed: 'select 1 as sign, came.* from came',
  },
  {
    event: 'update',
    tables: 'old table as went new table as came',
    isCounted: `
      select from went join came using (id)
       where (went.status, went.industry, went.volume, went.source, went.is_spam, went.created_at)
             is distinct from (came.status, came.industry, came.volume, came.source, came.is_spam, came.created_at)`,
    changed: 'select -1 as sign, went.* from went union all select 1, came.* from came',
  },
  {
    event: 'delete',
    tables: 'old table as went',
    isCounted: 'select from went',
    changed: 'select -1 as sign, went.* from went',
  },
]

/**
 * The counts of leads follow each statement instead of each row: a statement that changes 100,000 leads writes each count
 * once, and not the same few counts 100,000 times. Tables and columns stay, so the release before notices nothing.
 */
export const leadCountsByStatement: readonly string[] = followed.flatMap(({ event, tables, isCounted, changed }) => {
  const counted = `
        from (select ${traits}, created_at, sign from (${changed}) as changed where not is_spam) as changed
       where created_at < state.counted_until
       group by 1, 2, 3, 4 having sum(sign) <> 0 order by 1, 2, 3, 4`
  return [
    `create or replace function lead_count_follow_${event}() returns trigger language plpgsql as $$
      declare
        state lead_count_state;
      begin
        if not exists (${isCounted}) then return null; end if;
        select * into state from lead_count_state where id = 1 for share;
        -- Each statement writes the counts in the order of their keys, so that two statements never deadlock.
        insert into lead_count (status, industry, volume, source, leads)
        select status, industry, volume, source, sum(sign) ${counted}
            on conflict (status, industry, volume, source) do update set leads = lead_count.leads + excluded.leads;
        insert into lead_count_day (day, source, status, volume, leads)
        select (created_at at time zone state.time_zone)::date, source, status, volume, sum(sign) ${counted}
            on conflict (day, source, status, volume) do update set leads = lead_count_day.leads + excluded.leads;
        return null;
      end $$`,
    `create or replace trigger lead_count_follow_${event} after ${event} on lead referencing ${tables}
        for each statement execute function lead_count_follow_${event}()`,
  ]
})
