import { startTransition, StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { App } from './App.tsx'
import './startup/keep-focus.ts'

export function hydrate(root: HTMLElement): void {
  const tree = (
    <StrictMode>
      <BrowserRouter>
        <App />
      </BrowserRouter>
    </StrictMode>
  )
  // The development server sends an empty page.
  if (!root.firstElementChild) return createRoot(root).render(tree)
  // In a transition, React hydrates in slices and never blocks the main thread for long.
  startTransition(() => {
    hydrateRoot(root, tree)
  })
}
