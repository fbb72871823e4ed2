import { describe, expect, test } from 'vitest'
import { loggable } from './loggable.ts'

describe('the log entry of an error', () => {
  test('includes the reason why the database cannot be reached', () => {
    expect(loggable(new Error('timeout exceeded when trying to connect'))).toMatchObject({
      name: 'Error',
      message: 'timeout exceeded when trying to connect',
    })
  })

  test('excludes messages that could quote the request', () => {
    const refused = Object.assign(new Error('duplicate key: dana@example.com'), {
      code: '23505',
      constraint: 'lead_key',
    })
    expect(loggable(refused)).toMatchObject({ code: '23505', message: undefined, constraint: 'lead_key' })
    expect(JSON.stringify(loggable(refused))).not.toContain('dana')
  })
})
