import { startTransition, StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { App } from './App.tsx'

export function hydrate(root: HTMLElement): void {
  const tree = (
    <StrictMode>
      <BrowserRouter>
        <App />
      </BrowserRouter>
    </StrictMode>
  )
  if (!root.firstElementChild) return createRoot(root).render(tree) // the development server sends an empty page
  // As a transition, hydration is sliced and never blocks for long.
  startTransition(() => {
    hydrateRoot(root, tree)
  })
}
