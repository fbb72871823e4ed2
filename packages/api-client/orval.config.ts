import { readFileSync } from 'node:fs'
import { defineConfig } from 'orval'
import { type Contract, invalidations } from './scripts/invalidations.ts'

// The contract, which its own linter has checked.
const contract = JSON.parse(readFileSync('../contract/src/generated/openapi.json', 'utf8')) as Contract

const paramsSerializer = { path: '../query-string.ts', name: 'queryString' }

export default defineConfig({
  hooks: {
    // Pages, redirects, health probes and browser reports are not data, so they get no hooks.
    input: {
      target: '../contract/src/generated/openapi.json',
      filters: { mode: 'exclude', tags: ['navigation', 'health', 'documents', 'browser'] },
      override: { transformer: './scripts/proofs-only.ts' },
    },
    output: {
      mode: 'tags-split',
      workspace: 'src/generated',
      target: 'hooks',
      client: 'react-query',
      httpClient: 'fetch',
      clean: true,
      urlEncodeParameters: true,
      // Idempotency-Key and If-Match are passed as variables of a call.
      headers: true,
      indexFiles: true,
      mock: {
        indexMockFiles: true,
        // One language of the faker, because loading all of them takes a test file longer than anything else of the mocks.
        generators: [
          { type: 'msw', delay: false, locale: 'en' },
          { type: 'faker', locale: 'en' },
        ],
      },
      override: {
        mutator: { path: '../request.ts', name: 'request' },
        // Those with a list in a query.
        tags: {
          accounts: { paramsSerializer },
          leads: { paramsSerializer },
          pieces: { paramsSerializer },
          samples: { paramsSerializer },
        },
        // Lists carry their total and next page in headers, so every hook returns the whole response.
        fetch: { includeHttpResponseReturnType: true, forceSuccessResponse: true },
        enumGenerationType: 'union',
        query: {
          version: 5,
          signal: true,
          useInvalidate: true,
          mutationInvalidates: invalidations(contract),
        },
      },
    },
  },
})
