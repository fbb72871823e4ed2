import type { APIRequestContext } from '@playwright/test'
import { postcardBody } from 'tools/postcard'

/** Sends a postcard with a customer's key. `changes` are merged into its body. */
export const sendPostcard = (request: APIRequestContext, key: string, changes: object = {}) =>
  request.post('/v1/postcards', {
    headers: { authorization: `Bearer ${key}` },
    data: { ...postcardBody('a', false), DryRun: false, ...changes },
  })
