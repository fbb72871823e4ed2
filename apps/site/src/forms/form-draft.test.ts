import { afterEach, describe, expect, test, vi } from 'vitest'
import { draftsOf, FormDraft, forgetDrafts } from './form-draft.ts'

const empty = { name: '', note: '' }
const draftNow = (name = 'form') => new FormDraft(name, empty)

afterEach(() => void vi.restoreAllMocks())

describe('a draft', () => {
  test('belongs to one form, survives a reload with its idempotency key, and is deleted once submitted', () => {
    const key = draftNow('one').keep({ name: 'Dana', note: '' })
    expect(draftNow('another').values).toEqual(empty)
    const again = draftNow('one')
    expect(again.values).toEqual({ name: 'Dana', note: '' })
    expect(again.keep(again.values)).toBe(key)
    again.succeed({ isEarlier: false })
    expect(again.values).toEqual(empty)
    expect(sessionStorage).toHaveLength(0)
    expect(again.keep(empty)).not.toBe(key)
  })

  test('is sent only once at a time, repeats the first attempt, and is no longer interrupted after an edit', () => {
    const draft = draftNow()
    const values = { name: 'Dana', note: '' }
    const attempt = { values, idempotencyKey: draft.keep(values), path: '/mortgage' }
    expect([draft.isNew, draftNow().isInterrupted]).toEqual([true, false])
    expect(draft.begin('/mortgage')).toEqual(attempt)
    expect(draft.begin('/mortgage')).toBeUndefined()
    const edited = draftNow()
    expect(edited.isInterrupted).toBe(true)
    draft.fail({ name: 'is not a name' })
    expect(draft.state).toEqual({ step: 'unsent', errors: { name: 'is not a name' } })
    expect(draft.isNew).toBe(false)
    expect(draft.begin('/')).toEqual(attempt)
    expect(draftNow().begin('/print')).toEqual(attempt)
    edited.keep({ name: 'Dana', note: 'more' })
    expect(edited.isInterrupted).toBe(false)
  })

  test('stays "sending" if the request fails while the visitor leaves, and fails if the page stays open', () => {
    vi.useFakeTimers()
    const draft = draftNow()
    draft.keep({ name: 'Dana', note: '' })
    draft.begin('/')
    draft.fail({})
    expect(draftNow().isInterrupted).toBe(true)
    vi.runAllTimers()
    expect(draftNow().isInterrupted).toBe(false)
    vi.useRealTimers()
  })

  test('that is discarded stores nothing when its request ends later', () => {
    vi.useFakeTimers()
    const draft = draftsOf(empty)('form')
    draft.keep({ name: 'Dana', note: '' })
    draft.begin('/')
    sessionStorage.clear()
    forgetDrafts()
    draft.fail({})
    vi.runAllTimers()
    vi.useRealTimers()
    expect(sessionStorage).toHaveLength(0)
  })

  test('starts over once it is submitted, and reports every step', () => {
    const draft = draftNow()
    const steps: string[] = []
    draft.subscribe(() => steps.push(draft.state.step))
    const first = draft.begin('/')
    draft.succeed({ isEarlier: false })
    draft.acknowledge()
    const second = draft.begin('/print')
    expect(steps).toEqual(['sending', 'stored', 'unsent', 'sending'])
    expect(second?.idempotencyKey).not.toBe(first?.idempotencyKey)
    expect(second).toMatchObject({ values: empty, path: '/print' })
  })

  test.each(['{', 'null', '7', '{"values":{"name":7,"other":"x"},"idempotencyKey":{}}'])(
    'is empty when storage contains %s',
    (stored) => {
      sessionStorage.setItem('draft:form', stored)
      const draft = draftNow()
      expect(draft.values).toEqual(empty)
      expect(draft.keep(empty)).toMatch(/^[0-9a-f-]{36}$/)
    },
  )

  test('stays in memory if the browser blocks storage', () => {
    const refuse = () => {
      throw new DOMException('refused', 'SecurityError')
    }
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse)
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(refuse)
    vi.spyOn(Storage.prototype, 'removeItem').mockImplementation(refuse)
    const draft = draftNow()
    const key = draft.keep({ name: 'Dana', note: '' })
    expect(draft.keep({ name: 'Dana', note: 'more' })).toBe(key)
    draft.succeed({ isEarlier: false })
    expect(draft.values).toEqual(empty)
  })
})
