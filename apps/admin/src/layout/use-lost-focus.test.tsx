import { stubBrowser } from '@app/ui/stub-browser'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { useLostFocus } from './use-lost-focus.ts'

function Cards({ isBusy }: { isBusy: boolean }) {
  useLostFocus()
  const [names, setNames] = useState(['One', 'Two', 'Three'])
  return (
    <ul>
      {names.map((name) => (
        <li key={name}>
          <button
            type="button"
            disabled={isBusy}
            aria-busy={isBusy}
            onClick={() => setNames(names.filter((other) => other !== name))}
          >
            {name}
          </button>
        </li>
      ))}
    </ul>
  )
}

const button = (name: string) => screen.getByRole('button', { name })
const press = (name: string) =>
  act(() => {
    button(name).focus()
    button(name).click()
  })

beforeAll(stubBrowser)
afterEach(cleanup)

test('focuses the card that replaced a deleted one, or the last card', async () => {
  render(<Cards isBusy={false} />)
  press('Two')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Three'))
  press('Three')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('One'))
})

test('waits for a busy button', async () => {
  const { rerender } = render(<Cards isBusy={false} />)
  press('Two')
  rerender(<Cards isBusy />)
  rerender(<Cards isBusy={false} />)
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Three'))
})

function Bulk({ isWorking, isDone }: { isWorking: boolean; isDone: boolean }) {
  useLostFocus()
  return (
    <div>
      <button type="button" disabled={isWorking || isDone} data-loading={isWorking || undefined}>
        Mark processed
      </button>
      <button type="button">Mark pending</button>
    </div>
  )
}

test('moves on from a button that stays disabled', async () => {
  const { rerender } = render(<Bulk isWorking={false} isDone={false} />)
  act(() => button('Mark processed').focus())
  rerender(<Bulk isWorking isDone={false} />)
  // Browsers blur a disabled element; jsdom does not.
  act(() => button('Mark processed').blur())
  // The hook checks a few frames after a change.
  for (let frame = 0; frame < 5; frame += 1) await new Promise((drawn) => requestAnimationFrame(drawn))
  expect(document.body).toHaveFocus()
  // The live event for the write arrives before its response.
  rerender(<Bulk isWorking isDone />)
  rerender(<Bulk isWorking={false} isDone />)
  await waitFor(() => expect(button('Mark pending')).toHaveFocus())
})
