import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { App } from '../src/App.tsx'

/** Shows the page of a path, and waits for its first heading and until it listens to its fields. */
export async function showPage(path: string) {
  const page = (
    <MemoryRouter initialEntries={[path]}>
      <App />
    </MemoryRouter>
  )
  const { rerender, unmount } = render(page)
  const heading = await screen.findByRole('heading', { level: 1 })
  // React runs the effects of a part that loaded later only after showing it, or before it renders again.
  rerender(page)
  return { heading, unmount }
}
