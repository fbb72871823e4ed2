import { beforeEach, expect, test } from 'vitest'
import { storeDraft, storedDraft } from '../lib/draft-storage.ts'
import { storeEarlyInput } from './early-input.ts'
import { markReady } from './ready.ts'

storeEarlyInput()

function type(name: string, value: string): void {
  const field = document.querySelector<HTMLInputElement>(`[name="${name}"]`)
  if (!field) throw new Error(`no field ${name}`)
  field.value = value
  field.dispatchEvent(new InputEvent('input', { bubbles: true }))
}

beforeEach(() => {
  document.body.innerHTML =
    '<div data-island="form"><form data-draft="early"><input name="first"><input name="last"></form></div>'
})

test('text typed before React runs is merged into the stored draft, which keeps its idempotency key', () => {
  storeDraft('early', { values: { first: 'Dana', last: 'Old' }, idempotencyKey: 'k', isSending: true })
  type('last', 'Example')
  expect(storedDraft('early')).toEqual({ values: { first: 'Dana', last: 'Example' }, idempotencyKey: 'k' })
})

test('once React runs the form, only the form stores its draft', () => {
  markReady('form')
  type('last', 'Example')
  expect(storedDraft('early')).toEqual({})
})
