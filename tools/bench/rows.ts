import type pg from 'pg'

type Database = Pick<pg.Client, 'query'>

/** The rows of a query with their values as text: a type of rows that a query is given would be checked by nothing. */
export async function textRows(db: Database, query: string, values: unknown[] = []): Promise<string[][]> {
  const { rows } = await db.query({ text: query, values, rowMode: 'array' })
  return rows.map((row: unknown) => {
    if (!Array.isArray(row)) throw new TypeError('A query did not return rows')
    return row.map(String)
  })
}

/** The number of rows of this table, with a condition if need be. */
export async function countRows(db: Database, rows: string): Promise<number> {
  const [[count] = []] = await textRows(db, `select count(*) from ${rows}`)
  return Number(count)
}
