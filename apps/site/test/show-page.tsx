import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { App } from '../src/App.tsx'

/** Opens the page at a path, and waits for its first heading and its field listeners. */
export async function showPage(path: string) {
  const page = (
    <MemoryRouter initialEntries={[path]}>
      <App />
    </MemoryRouter>
  )
  const { rerender, unmount } = render(page)
  const heading = await screen.findByRole('heading', { level: 1 })
  // React runs the effects of a late-loading part only after showing it, or before its next render.
  rerender(page)
  return { heading, unmount }
}
