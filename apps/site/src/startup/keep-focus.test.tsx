import { act, render, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import './keep-focus.ts'

const page = (rest: React.ReactNode, note?: React.ReactNode) => (
  <main tabIndex={-1}>
    <section>
      <h2 tabIndex={-1}>Keys</h2>
      {rest}
    </section>
    <div role="status">{note}</div>
  </main>
)
const button = <button type="button">Remove</button>
const settled = () => act(async () => {})

test('the focus moves to the section’s heading when its element is removed, or to the content if there is no heading', async () => {
  const { rerender } = render(page(<p>{button}</p>))
  screen.getByRole('button').focus()
  rerender(page(null))
  await waitFor(() => expect(screen.getByRole('heading')).toHaveFocus())
  rerender(<main tabIndex={-1} />)
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus())
})

test('the focus does not move after the visitor left the element or closed a note', async () => {
  const { rerender } = render(page(button))
  screen.getByRole('button').focus()
  screen.getByRole('button').blur()
  await settled()
  rerender(page(null, button))
  await settled()
  expect(document.body).toHaveFocus()
  screen.getByRole('button').focus()
  rerender(page(null))
  await settled()
  expect(document.body).toHaveFocus()
})
