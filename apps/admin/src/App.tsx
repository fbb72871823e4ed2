import { lazy } from 'react'
import { Link, Route, Routes } from 'react-router-dom'
import { AdminLayout } from './layout/AdminLayout.tsx'
import { loadScreen } from './components/load-screen.ts'
import { Screen } from './layout/Screen.tsx'
import { notFoundMeta, routes } from './urls/routes.ts'
import { screens } from './screens.ts'

const lazyScreens = screens.map(({ route, load }) => ({ route, Content: lazy(() => loadScreen(load)) }))

export function App() {
  return (
    <Routes>
      <Route element={<AdminLayout />}>
        {lazyScreens.map(({ route, Content }) => (
          <Route
            key={route.path}
            path={route.path}
            element={
              <Screen key={route.path} meta={route} role={route.role}>
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

function NotFoundScreen() {
  return (
    <p>
      There is no screen at this URL. <Link to={routes.dashboard.path}>Go to the dashboard</Link>
    </p>
  )
}
