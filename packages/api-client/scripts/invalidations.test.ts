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
  expect(invalidations({ paths: { '/pins': path('pins'), '/pins/{id}': one } })).toEqual([
    { onMutations: ['create_pins'], invalidates: ['list_pins'] },
    { onMutations: ['delete_pins'], invalidates: ['list_pins'] },
  ])
})

test('a write names other reads in place of those of its tag', () => {
  const named = { post: { operationId: 'merge', tags: ['leads'], 'x-invalidates': ['list_pins'] } }
  expect(invalidations({ paths: { '/pins': path('pins'), '/leads/merge': named } })).toContainEqual({
    onMutations: ['merge'],
    invalidates: ['list_pins'],
  })
})
