import pg from 'pg'

/** Fills a migrated, empty database with this many varied leads of the last two years. */
export async function storeManyLeads(databaseUrl: string, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  // The triggers maintain counts that the product rebuilds when it starts.
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
  await client.query('alter table lead enable trigger user')
  await client.query('vacuum (analyze) lead')
  await client.end()
}
