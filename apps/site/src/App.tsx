import { lazy, Suspense } from 'react'
import { Route, Routes } from 'react-router-dom'
import { LeadModalProvider } from './leads/LeadModalProvider.tsx'
import { LegalHost } from './legal/LegalHost.tsx'
import { pages, type PageLoader } from './pages.ts'
import { ToastProvider } from './toasts/ToastProvider.tsx'

/** A page fails to load if a newer build replaced it or the visitor is offline. Reloading requests it from the server. */
const loadOrReload =
  (load: PageLoader): PageLoader =>
  () =>
    load().catch(() => {
      location.reload()
      return new Promise(() => {})
    })

const routes = Object.entries(pages).map(([path, load]) => ({ path, Page: lazy(loadOrReload(load)) }))

export function App() {
  return (
    <ToastProvider>
      <LeadModalProvider>
        {/* The prerenderer splits the HTML into head and body at this element. */}
        <div id="app">
          <Suspense fallback={null}>
            <Routes>
              {routes.map(({ path, Page }) => (
                <Route key={path} path={path} element={<Page />} />
              ))}
            </Routes>
          </Suspense>
        </div>
        <LegalHost />
      </LeadModalProvider>
    </ToastProvider>
  )
}
