import { lazy, Suspense } from 'react'
import { Route, Routes } from 'react-router-dom'
import { LeadModalProvider } from './leads/LeadModalProvider.tsx'
import { pages } from './pages.ts'
import { SiteProviders } from './SiteProviders.tsx'

const routes = Object.entries(pages).map(([path, { load }]) => ({ path, Page: lazy(load) }))

export function App() {
  return (
    <SiteProviders>
      <LeadModalProvider>
        <Suspense fallback={null}>
          <Routes>
            {routes.map(({ path, Page }) => (
              <Route key={path} path={path} element={<Page />} />
            ))}
          </Routes>
        </Suspense>
      </LeadModalProvider>
    </SiteProviders>
  )
}
