import { stubBrowser } from '@app/ui/stub-browser'
import { act, cleanup, renderHook } from '@testing-library/react'
import { BrowserRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { allowedChoices, choiceOf, choicesOf, textOf } from './choices.ts'
import { type UrlState, useUrlState } from './use-url-state.ts'

stubBrowser()
afterEach(cleanup)

let shown: { current: UrlState }
let pages: number
const set: UrlState['set'] = (...change) => shown.current.set(...change)
const address = () => window.location.search
const pagesAdded = () => window.history.length - pages

beforeEach(() => {
  window.history.pushState(null, '', '/leads?status=sent')
  shown = renderHook(() => useUrlState(), { wrapper: BrowserRouter }).result
  pages = window.history.length
})

describe('the state in the URL', () => {
  test('changes the given parameters, keeps the rest, and adds a history entry', () => {
    act(() => set({ lead: 'one' }))
    expect(address()).toBe('?status=sent&lead=one')
    expect(shown.current.get('lead')).toBe('one')
    act(() => set({ status: undefined }))
    expect(address()).toBe('?lead=one')
    expect(pagesAdded()).toBe(2)
  })

  test('keeps the path back to earlier pages of a list until the page changes', () => {
    const before = ['']
    act(() => set({ cursor: 'two' }, { state: { before } }))
    act(() => set({ lead: 'one' }))
    expect(window.history.state.usr).toEqual({ before })
    act(() => set({ cursor: undefined, status: 'new' }))
    expect(window.history.state.usr ?? null).toBeNull()
  })

  test('adds one history entry for a double click, with or without a render in between', () => {
    act(() => {
      set({ lead: 'one' })
      set({ lead: 'one' })
    })
    act(() => set({ lead: 'one' }))
    expect(pagesAdded()).toBe(1)
  })

  test('keeps two changes made before the next render', () => {
    act(() => {
      set({ lead: 'one' })
      set({ status: 'failed' })
    })
    expect(address()).toBe('?status=failed&lead=one')
  })

  test('replaces the history entry on request', () => {
    act(() => set({ search: 'Exa' }, { replace: true }))
    expect(address()).toBe('?status=sent&search=Exa')
    expect(pagesAdded()).toBe(0)
  })

  test('does not change the URL of another screen, even after a late response', () => {
    const late = shown.current
    act(() => window.history.pushState(null, '', '/samples?status=new'))
    act(() => late.set({ lead: undefined }, { replace: true }))
    expect(window.location.pathname + address()).toBe('/samples?status=new')
  })
})

describe('a parameter with several values', () => {
  test('joins several values, even those with a comma in them', () => {
    expect(choicesOf('new,won,new,')).toEqual(['new', 'won'])
    expect(choicesOf(undefined)).toEqual([])
    const both = ['Main Website', 'Spring, 5%2C north']
    expect(choicesOf(both.map(choiceOf).join(',')).map(textOf)).toEqual(both)
  })

  test('drops invalid and excess values', () => {
    const isLetter = (value: string): value is 'a' | 'b' | 'c' => /^[abc]$/.test(value)
    expect(allowedChoices('a,1,b,c', isLetter, 2)).toEqual(['a', 'b'])
    expect(allowedChoices('1,2', isLetter, 2)).toBeUndefined()
  })
})
