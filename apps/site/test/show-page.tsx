import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { App } from '../src/App.tsx'

/** Shows the page of a path and waits for its first heading. */
export async function showPage(path: string): Promise<HTMLElement> {
  render(
    <MemoryRouter initialEntries={[path]}>
      <App />
    </MemoryRouter>,
  )
  return screen.findByRole('heading', { level: 1 })
}
