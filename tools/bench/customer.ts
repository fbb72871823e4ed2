import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { crc32 } from 'node:zlib'
import pg from 'pg'

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const base62 = (number: number, length: number): string =>
  length === 0 ? '' : base62(Math.floor(number / digits.length), length - 1) + digits.charAt(number % digits.length)

/** A key as customers get it: 30 random characters and their checksum. */
function newKey(mode: 'test' | 'live'): string {
  const random = [...randomBytes(30)].map((byte) => digits.charAt(byte % digits.length)).join('')
  return `${mode}_${random}${base62(crc32(random), 6)}`
}

/** A customer's account with a key for each mode, as staff and the customer would make them. */
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
    const [workspace, key] = [randomUUID(), newKey(mode)]
    await db.query('insert into workspace (id, account_id, mode) values ($1, $2, $3)', [workspace, account, mode])
    await db.query(
      `insert into print_key (id, workspace_id, name, prefix, hash, scopes)
       values ($1, $2, 'Measured', $3, $4, '{proofs,templates,assets,pieces,webhooks}')`,
      [randomUUID(), workspace, key.slice(0, 9), createHash('sha256').update(key).digest()],
    )
    return { workspace, key }
  }
  const customer = { account, live: await keyOf('live'), test: await keyOf('test') }
  await db.end()
  return customer
}
