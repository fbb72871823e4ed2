import { lazy } from 'react'
import { Route, Routes } from 'react-router-dom'
import { AdminLayout } from './layout/AdminLayout.tsx'
import { loadScreen } from './components/load-screen.ts'
import { Screen } from './layout/Screen.tsx'
import { notFoundMeta } from './urls/routes.ts'
import { NotFoundScreen } from './screens/not-found/NotFoundScreen.tsx'
import { screens } from './screens.ts'

const lazyScreens = screens.map(({ route, load }) => ({ route, Content: lazy(() => loadScreen(load)) }))

export function App() {
  return (
    <Routes>
      <Route element={<AdminLayout />}>
        {lazyScreens.map(({ route: { path, meta, role }, Content }) => (
          <Route
            key={path}
            path={path}
            element={
              <Screen key={path} meta={meta} role={role}>
                <Content />
              </Screen>
            }
          />
        ))}
        <Route
          path="*"
          element={
            <Screen key="not-found" meta={notFoundMeta} role="viewer">
              <NotFoundScreen />
            </Screen>
          }
        />
      </Route>
    </Routes>
  )
}
