import { RuleTester } from 'oxlint/plugins-dev'
import { describe, test } from 'vitest'
import { noUncheckedTypes } from './unchecked.ts'

RuleTester.describe = describe
RuleTester.it = test

const refused = (code: string) => ({ code, filename: 'file.ts', errors: 1 })

new RuleTester().run('types that nothing checks', noUncheckedTypes, {
  valid: [
    'db.query(text)',
    'statement.execute(db)',
    'value as Row',
    'names as const',
    'new Map<string, number>()',
    'reader<Schema>(schema)',
  ].map((code) => ({ code, filename: 'file.ts' })),
  invalid: [
    'db.query<Row>(text)',
    'statement.execute<Row>(db)',
    'value as unknown as Row',
    'value as object as Row',
    'value as never',
  ].map(refused),
})
