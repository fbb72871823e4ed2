import type pg from 'pg'

type Database = Pick<pg.Client, 'query'>

/** The rows of a query, with all values as text, because nothing would check a row type passed to the query. */
export async function textRows(db: Database, query: string, values: unknown[] = []): Promise<string[][]> {
  const { rows } = await db.query({ text: query, values, rowMode: 'array' })
  return rows.map((row: unknown) => {
    if (!Array.isArray(row)) throw new TypeError('A query did not return rows')
    return row.map(String)
  })
}

/** The number of rows in a table, optionally with a condition. */
export async function countRows(db: Database, rows: string): Promise<number> {
  const [[count] = []] = await textRows(db, `select count(*) from ${rows}`)
  return Number(count)
}
