/** Name of the migrated database that each test file's own is a copy of. */
export const templateDatabase = 'api_test_template'
