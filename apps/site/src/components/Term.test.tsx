import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Term } from './Term.tsx'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  // Long after the hint of the previous test has closed.
  vi.advanceTimersByTime(10_000)
  render(
    <>
      <Term hint="Fast">First Class</Term>
      <Term hint="Slow">Standard Mail</Term>
    </>,
  )
})
afterEach(() => void vi.useRealTimers())

const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms))
const term = (name: string) => screen.getByRole('button', { name })
const around = (name: string) => {
  const element = term(name).parentElement
  if (!element) throw new Error('a term stands alone')
  return element
}
const point = (name: string) => fireEvent.pointerEnter(around(name), { pointerType: 'mouse' })
const leave = (name: string) => fireEvent.pointerLeave(around(name), { pointerType: 'mouse' })
const hints = () => screen.queryAllByRole('tooltip').map((hint) => hint.textContent)

test('opens after 700 ms of hovering, and no sooner', () => {
  point('First Class')
  pass(699)
  expect(hints()).toEqual([])
  pass(1)
  expect(hints()).toEqual(['Fast'])
  expect(term('First Class')).toHaveAccessibleDescription('Fast')
  leave('First Class')
  expect(hints()).toEqual([])
})

test('opens immediately within 300 ms after another hint has closed, then after a delay again', () => {
  point('First Class')
  pass(700)
  leave('First Class')
  pass(299)
  point('Standard Mail')
  pass(0)
  expect(hints()).toEqual(['Slow'])
  leave('Standard Mail')
  pass(300)
  point('First Class')
  pass(0)
  expect(hints()).toEqual([])
})

test('opens on click, and closes on Escape or blur', () => {
  fireEvent.click(term('First Class'))
  expect(hints()).toEqual(['Fast'])
  fireEvent.keyDown(document.body, { key: 'a' })
  expect(hints()).toEqual(['Fast'])
  fireEvent.keyDown(document.body, { key: 'Escape' })
  expect(hints()).toEqual([])
  fireEvent.click(term('First Class'))
  fireEvent.blur(term('First Class'))
  expect(hints()).toEqual([])
})

test('opens at the edge of the window on a touch screen', () => {
  const hovering = window.matchMedia('(hover: none)')
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    Object.assign(hovering, { matches: query === hovering.media }),
  )
  fireEvent.click(term('First Class'))
  expect(screen.getByRole('tooltip')).toHaveStyle({ top: `${window.innerHeight - 8}px` })
  vi.restoreAllMocks()
})
