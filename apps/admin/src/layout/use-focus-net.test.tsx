import { stubBrowser } from '@app/ui/testing'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { useFocusNet } from './use-focus-net.ts'

function Cards({ isBusy }: { isBusy: boolean }) {
  useFocusNet()
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

test('what took the place of a deleted card has the focus, and the last one when there is none', async () => {
  render(<Cards isBusy={false} />)
  press('Two')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Three'))
  press('Three')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('One'))
})

test('one that works is waited for', async () => {
  const { rerender } = render(<Cards isBusy={false} />)
  press('Two')
  rerender(<Cards isBusy />)
  rerender(<Cards isBusy={false} />)
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Three'))
})
