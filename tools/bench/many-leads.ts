import pg from 'pg'

/**
 * A team has worked on all but the newest thousand leads: all have an owner, most have left the first stage, one in
 * twenty has a date for its next step, and each has three timeline entries. The first account owns one in 700.
 */
const work = `
  update lead
     set owner_id = case when n % 700 = 0 then (select id from staff_user order by created_at limit 1)
                         else md5('owner ' || n % 8)::uuid end,
         stage = (array['contacted', 'contacted', 'qualified', 'lost'])[1 + n % 4],
         lost_reason = case when n % 4 = 3 then 'price' end,
         next_step = case when n % 20 = 0 then 'Call' end,
         next_step_on = case when n % 20 = 0 then current_date - 300 + n % 330 end
    from (select id, row_number() over (order by created_at desc)::int as n from lead) as numbered
   where numbered.id = lead.id and n > 1000`
const timeline = `
  insert into record_change (id, group_id, record_type, record_id, action, created_at, after)
  select gen_random_uuid(), gen_random_uuid(), 'lead', lead.id, 'note', lead.created_at + n * interval '1 hour', '{"text": "Asked for a quote."}'
    from lead, generate_series(1, 3) as n`

/**
 * Fills a migrated, empty database with this many varied leads of the last two years. `worked`: a team has worked on
 * them.
 */
export async function storeManyLeads(databaseUrl: string, count: number, { worked = false } = {}): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  // The triggers maintain counts that the product rebuilds at startup.
  await client.query('alter table lead disable trigger user')
  await client.query(
    `insert into lead (id, first_name, last_name, email, company, industry, volume, status, lead_source, source,
                       created_at)
     select gen_random_uuid(), 'Dana', initcap(left(md5((n % 7919)::text), 7)), left(md5(n::text), 12) || '@example.com',
            case when n % 3 > 0 then left(md5((n / 10)::text), 9) || ' Company' end,
            (array['automotive', 'health', 'home-services', 'mortgage', 'retail', 'other', null])[1 + n % 7],
            (array['under-1000', '1000-5000', '5000-25000', '25000-100000', 'over-100000', null])[1 + n % 6],
            (array['synced', 'synced', 'synced', 'new', 'sync_failed'])[1 + n % 5],
            'Product Website', (array['Main Website', 'Mortgage Page', 'Print API Page'])[1 + n % 3],
            now() - interval '1 hour' - make_interval(secs => n * (63000000.0 / $1::int))
       from generate_series(1, $1::int) as n`,
    [count],
  )
  if (worked) {
    await client.query(work)
    await client.query(timeline)
    await client.query('vacuum (full) lead')
    await client.query('vacuum (analyze) record_change')
  }
  await client.query('alter table lead enable trigger user')
  await client.query('vacuum (analyze) lead')
  await client.end()
}
