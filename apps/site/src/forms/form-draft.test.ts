import { afterEach, describe, expect, test, vi } from 'vitest'
import { FormDraft } from './form-draft.ts'

const empty = { name: '', note: '' }
const draftNow = (name = 'form') => new FormDraft(name, empty)

afterEach(() => void vi.restoreAllMocks())

describe('a draft', () => {
  test('survives a reload with its idempotency key', () => {
    const key = draftNow().keep({ name: 'Dana', note: 'Call me' })
    const again = draftNow()
    expect(again.values).toEqual({ name: 'Dana', note: 'Call me' })
    expect(again.keep(again.values)).toBe(key)
  })

  test('belongs to one form only', () => {
    draftNow('one').keep({ name: 'Dana', note: '' })
    expect(draftNow('another').values).toEqual(empty)
  })

  test('leaves nothing behind once it is cleared', () => {
    const draft = draftNow()
    const key = draft.keep({ name: 'Dana', note: '' })
    draft.clear()
    expect(draft.values).toEqual(empty)
    expect(sessionStorage).toHaveLength(0)
    expect(draft.keep(empty)).not.toBe(key)
  })

  test('keeps a renewed key over a reload', () => {
    const draft = draftNow()
    const key = draft.keep({ name: 'Dana', note: '' })
    draft.renewKey()
    expect(draftNow().keep(draft.values)).not.toBe(key)
  })

  test.each(['{', 'null', '7', '{"values":{"name":7,"other":"x"},"idempotencyKey":{}}'])(
    'starts empty when storage holds %s',
    (stored) => {
      sessionStorage.setItem('draft:form', stored)
      const draft = draftNow()
      expect(draft.values).toEqual(empty)
      expect(draft.keep(empty)).toMatch(/^[0-9a-f-]{36}$/)
    },
  )

  test('lives in memory when the browser refuses storage', () => {
    const refuse = () => {
      throw new DOMException('refused', 'SecurityError')
    }
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse)
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(refuse)
    vi.spyOn(Storage.prototype, 'removeItem').mockImplementation(refuse)
    const draft = draftNow()
    const key = draft.keep({ name: 'Dana', note: '' })
    expect(draft.keep({ name: 'Dana', note: 'more' })).toBe(key)
    draft.clear()
    expect(draft.values).toEqual(empty)
  })
})
