/** The migrated database that is copied for each test file. */
export const templateDatabase = 'api_test_template'

/** URL of a database on this server. */
export function onServer(serverUrl: string, database: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${database}`
  return url.href
}
