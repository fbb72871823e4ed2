/** SQL that turns a timestamptz into ISO 8601 text in UTC: drivers and query builders disagree about dates, text does not. */
export const isoInstant = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
