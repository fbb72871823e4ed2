import { expect, test } from 'vitest'
import { invalidations } from './invalidations.ts'

const path = (tag: string) => ({
  get: { operationId: `list_${tag}`, tags: [tag] },
  post: { operationId: `create_${tag}`, tags: [tag] },
})

test('a write makes the reads of its tag stale, except those of one record', () => {
  const one = {
    get: { operationId: 'get_pins', tags: ['pins'] },
    delete: { operationId: 'delete_pins', tags: ['pins'] },
  }
  expect(invalidations({ tags: [{ name: 'pins' }], paths: { '/pins': path('pins'), '/pins/{id}': one } })).toEqual([
    { onMutations: ['create_pins'], invalidates: ['list_pins'] },
    { onMutations: ['delete_pins'], invalidates: ['list_pins'] },
  ])
})

test('a tag whose screens refresh themselves gets none, except those that an operation names', () => {
  const named = { post: { operationId: 'merge', tags: ['leads'], 'x-invalidates': ['list_pins'] } }
  const paths = { '/leads': path('leads'), '/leads/merge': named }
  expect(invalidations({ tags: [{ name: 'leads', 'x-invalidates': false }], paths })).toEqual([
    { onMutations: ['merge'], invalidates: ['list_pins'] },
  ])
})
