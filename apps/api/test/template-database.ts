/** The migrated database that each test file gets a copy of. */
export const templateDatabase = 'api_test_template'
