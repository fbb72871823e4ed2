import { lazy } from 'react'
import { Route, Routes } from 'react-router-dom'
import { AdminLayout } from './layout/AdminLayout.tsx'
import { loadScreen } from './layout/load-screen.ts'
import { Screen } from './layout/Screen.tsx'
import { notFoundMeta, routes } from './routes.ts'
import { NotFoundScreen } from './screens/not-found/NotFoundScreen.tsx'

const screens = routes.map(({ path, meta, load }) => ({ path, meta, Content: lazy(() => loadScreen(load)) }))

export function App() {
  return (
    <Routes>
      <Route element={<AdminLayout />}>
        {screens.map(({ path, meta, Content }) => (
          <Route
            key={path}
            path={path}
            element={
              <Screen key={path} meta={meta}>
                <Content />
              </Screen>
            }
          />
        ))}
        <Route
          path="*"
          element={
            <Screen key="not-found" meta={notFoundMeta}>
              <NotFoundScreen />
            </Screen>
          }
        />
      </Route>
    </Routes>
  )
}
