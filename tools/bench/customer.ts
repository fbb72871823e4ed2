import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { keyFormat, keyHash } from '../../apps/api/src/modules/keys/key-format.ts'

/** A customer account with one key per mode, as staff and the customer would create them. */
export async function addCustomer(databaseUrl: string, monthlyCap: number | null = null) {
  const db = new pg.Client({ connectionString: databaseUrl })
  await db.connect()
  const account = randomUUID()
  await db.query(
    `insert into customer_account (id, name, billing_name, billing_email, monthly_cap)
     values ($1, 'Tulsa Roofing Example', 'Dana Example', 'billing@example.com', $2)`,
    [account, monthlyCap],
  )
  const keyOf = async (mode: 'test' | 'live') => {
    const workspace = randomUUID()
    const { key, prefix } = keyFormat(`${mode}_`).newKey()
    await db.query('insert into workspace (id, account_id, mode) values ($1, $2, $3)', [workspace, account, mode])
    await db.query(
      `insert into print_key (id, workspace_id, name, prefix, hash, scopes)
       values ($1, $2, 'Measured', $3, $4, '{proofs,templates,assets,pieces,webhooks}')`,
      [randomUUID(), workspace, prefix, keyHash(key)],
    )
    return { workspace, key }
  }
  const customer = { account, live: await keyOf('live'), test: await keyOf('test') }
  await db.end()
  return customer
}
