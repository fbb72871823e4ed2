import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { document } from '@app/contract'
import { publishRoutes } from './published-document.ts'

async function publishedWith(...routes: { method: 'GET' | 'POST' | 'DELETE'; url: string }[]) {
  const app = Fastify()
  const { full } = await publishRoutes(app, 'https://api.example')
  for (const route of routes) app.route({ ...route, handler: () => '' })
  await app.ready()
  const published = full()
  await app.close()
  return published
}

const written = document['paths'] as Record<string, Record<string, object>>

test('publishes only operations that have a route, as the contract describes them', async () => {
  const published = await publishedWith(
    { method: 'GET', url: '/v1/templates' },
    { method: 'DELETE', url: '/v1/templates/:id' },
  )
  expect(published).toEqual({
    ...document,
    servers: [{ url: 'https://api.example' }],
    paths: {
      '/v1/templates': { get: written['/v1/templates']?.['get'] },
      '/v1/templates/{id}': { delete: written['/v1/templates/{id}']?.['delete'] },
    },
  })
})

test('omits routes that the contract does not describe', async () => {
  const published = await publishedWith({ method: 'GET', url: '/api/docs' }, { method: 'POST', url: '/v1/proofs/:id' })
  expect(published).toHaveProperty('paths', {})
})
