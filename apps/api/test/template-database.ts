/** The migrated database that each test file gets a copy of. */
export const templateDatabase = 'api_test_template'

/** Address of a database of this server. */
export function onServer(serverUrl: string, database: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${database}`
  return url.href
}
