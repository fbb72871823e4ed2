/** The facts of one lead, for the trigger and the recount. */
const factsOfLead = `
  create function lead_facts(counted lead, time_zone text)
  returns table (kind text, day date, name text, status text, stage text, industry text, volume text, won boolean,
                 leads bigint, valued bigint, cents bigint) language sql stable as $$
    select fact.*, 1::bigint, (fact.won and counted.won_cents is not null)::int::bigint,
           case when fact.won then coalesce(counted.won_cents, 0) else 0 end
      from (select (counted.created_at at time zone time_zone)::date as day,
                   (counted.status = 'won' or counted.stage = 'won') and counted.status <> 'lost' as won) as lead
     cross join lateral (
       select 'total' as kind, date '-infinity' as day, counted.source as name, counted.status, counted.stage,
              coalesce(counted.industry, '') as industry, coalesce(counted.volume, '') as volume, lead.won
       union all
       select 'day', lead.day, '', counted.status, counted.stage, '', coalesce(counted.volume, ''), lead.won
       union all
       select 'source', lead.day, counted.source, '', '', '', '', false
       union all
       select 'owner', lead.day, coalesce(counted.owner_id::text, ''), '', counted.stage, '', '', lead.won
       union all
       select 'lost', lead.day, coalesce(counted.lost_reason, ''), '', counted.stage, '', '', false
        where counted.stage = 'lost'
       union all
       select 'reply', lead.day,
              case when counted.first_reply_at is null then 'none'
                   when counted.first_reply_at <= counted.created_at + interval '1 hours' then 'hour'
                   when counted.first_reply_at <= counted.created_at + interval '24 hours' then 'day'
                   when counted.first_reply_at <= counted.created_at + interval '72 hours' then 'three_days'
                   else 'later' end,
              '', '', '', '', false
       union all
       select split_part(key, '=', 1), lead.day, substr(key, strpos(key || '=', '=') + 1), '', '', '', '', lead.won
         from unnest(coalesce(counted.touch_keys, array['unknown'])) as key) as fact
     where not counted.is_spam and counted.merged_into is null
  $$`

const key = 'kind, day, name, status, stage, industry, volume, won'

/** Writes each fact once, in key order, so that two statements never deadlock. */
const add = (changes: string) => `
  insert into lead_fact (${key}, leads, valued, cents)
  select ${key}, sum(sign * leads), sum(sign * valued), sum(sign * cents) from (${changes}) as changed
   group by ${key} having (sum(sign * leads), sum(sign * valued), sum(sign * cents)) <> (0, 0, 0) order by ${key}
      on conflict (${key}) do update
         set leads = lead_fact.leads + excluded.leads, valued = lead_fact.valued + excluded.valued,
             cents = lead_fact.cents + excluded.cents;`

/** The facts of counted leads among a table's rows, to be added (1) or subtracted (-1). */
const factsOf = (rows: string, sign: 1 | -1) => `
  select ${sign} as sign, fact.* from ${rows} cross join lateral lead_facts(${rows}, state.time_zone) as fact
   where ${rows}.created_at < state.counted_until`

const countedColumns =
  'created_at status stage industry volume source won_cents touch_keys is_spam merged_into owner_id lost_reason first_reply_at'
const counted = (rows: string) =>
  countedColumns
    .split(' ')
    .map((name) => `${rows}.${name}`)
    .join(', ')

const follow = `
  create function lead_fact_follow() returns trigger language plpgsql as $$
    declare
      state lead_fact_state;
    begin
      if tg_op = 'UPDATE' then
        if not exists (
          select from went join came using (id) where (${counted('went')}) is distinct from (${counted('came')})
        ) then return null; end if;
      end if;
      -- Several statements can have this lock at once. The recount waits for all of them before it counts more leads.
      select * into state from lead_fact_state for key share;
      if tg_op = 'UPDATE' then
        ${add(`${factsOf('went', -1)} union all ${factsOf('came', 1)}`)}
      else
        ${add(factsOf('went', -1))}
        -- A lead that was merged into a deleted one is a lead of its own again.
        update lead set merged_into = null, version = version + 1
         where merged_into is not null and merged_into in (select id from went);
      end if;
      return null;
    end $$`

/** The daily lead counts, and the triggers that adjust them when counted leads change or are deleted. */
export const leadFacts: readonly string[] = [
  // Half of each page stays free, so that a changed fact keeps its place and its index entry.
  `create table lead_fact (
     kind varchar(14),
     day date,
     name varchar(200),
     status varchar(40),
     stage varchar(12),
     industry varchar(40),
     volume varchar(40),
     won boolean,
     leads bigint not null,
     valued bigint not null,
     cents bigint not null,
     primary key (kind, day, name, status, stage, industry, volume, won)
   ) with (fillfactor = 50)`,
  `create table lead_fact_state (
     id int primary key check (id = 1),
     counted_until timestamptz(3) not null,
     time_zone varchar(60) not null,
     checked_at timestamptz(3) not null default now()
   )`,
  `insert into lead_fact_state (id, counted_until, time_zone) values (1, '-infinity', 'UTC')`,
  factsOfLead,
  follow,
  ...[
    ['update', 'old table as went new table as came'],
    ['delete', 'old table as went'],
  ].map(
    ([event, rows]) =>
      `create trigger lead_fact_follow_${event} after ${event} on lead referencing ${rows}
         for each statement execute function lead_fact_follow()`,
  ),
]
