import { act, fireEvent, render, screen } from '@testing-library/react'
import { hydrateRoot } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import * as islands from './islands.ts'
import { isReady } from './ready.ts'
import { WhenSeen } from './WhenSeen.tsx'

// The browser tests press, focus, and scroll to parts of real pages.
const whenActivated = vi.spyOn(islands, 'whenActivated')

const Part = ({ name, press }: { name: string; press: () => void }) => (
  <div data-island={name}>
    <WhenSeen name={name}>
      <button type="button" onClick={press}>
        Press
      </button>
    </WhenSeen>
  </div>
)

/** The part as prerendered by React. */
const prerendered = (name: string) =>
  `<div data-island="${name}"><!--$--><button type="button">Press</button><!--/$--></div>`

const page = document.createElement('div')
afterEach(() => page.remove())

test('a prerendered part is hydrated when it is activated, and not earlier', async () => {
  const press = vi.fn<() => void>()
  const activation = Promise.withResolvers<void>()
  whenActivated.mockReturnValue(activation.promise)
  page.innerHTML = prerendered('used')
  document.body.append(page)
  const root = await act(async () => hydrateRoot(page, <Part name="used" press={press} />))
  const button = screen.getByRole('button', { name: 'Press' })
  fireEvent.click(button)
  expect(press).not.toHaveBeenCalled()
  expect(isReady('used')).toBe(false)

  await act(async () => activation.resolve())
  expect(isReady('used')).toBe(true)
  // It is the button of the prerendered page, not a new one.
  expect(screen.getByRole('button', { name: 'Press' })).toBe(button)
  fireEvent.click(button)
  expect(press).toHaveBeenCalledOnce()
  await act(async () => root.unmount())
})

test('a part that was not prerendered appears immediately, even with leftovers of the previous page', () => {
  const press = vi.fn<() => void>()
  page.innerHTML = prerendered('next')
  document.body.append(page)
  whenActivated.mockReturnValue(new Promise(() => {}))
  const { container } = render(<Part name="next" press={press} />)
  const button = container.querySelector('button')
  expect(button).toBeVisible()
  fireEvent.click(button ?? container)
  expect(press).toHaveBeenCalledOnce()
  expect(isReady('next')).toBe(true)
})
