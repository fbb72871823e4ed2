import { describe, expect, test } from 'vitest'
import { document } from '@app/contract'
import { startApp } from '../../../test/harness.ts'

const { app } = await startApp()

describe('getOpenApiDocument', () => {
  test('200 with the whole contract as it was written', async () => {
    const answer = await app.inject('/api/openapi.json')
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toContain('application/json')
    expect(answer.json()).toEqual(JSON.parse(JSON.stringify(document)))
  })

  test('the readable page loads nothing from elsewhere', async () => {
    const page = await app.inject('/api/docs/')
    const answer = page.statusCode === 200 ? page : await app.inject(String(page.headers.location))
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-security-policy']).toContain("script-src 'self'")
    expect(answer.body).not.toMatch(/(src|href)="https?:/)
  })
})
