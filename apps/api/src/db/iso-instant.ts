/** SQL that formats a timestamptz as ISO 8601 text in UTC. Drivers and query builders read dates differently, but not text. */
export const isoInstant = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** SQL that formats a date as YYYY-MM-DD. */
export const dayText = (column: string): string => `to_char(${column}, 'YYYY-MM-DD')`
