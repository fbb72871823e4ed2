import { lazy } from 'react'
import { Route, Routes } from 'react-router-dom'
import { AdminLayout } from './layout/AdminLayout.tsx'
import { ScreenHead } from './layout/ScreenHead.tsx'
import { notFoundMeta, routes } from './routes.ts'
import { NotFoundScreen } from './screens/not-found/NotFoundScreen.tsx'

const screens = routes.map(({ path, meta, load }) => ({ path, meta, Screen: lazy(load) }))

export function App() {
  return (
    <>
      <Routes>
        {screens.map(({ path, meta }) => (
          <Route key={path} path={path} element={<ScreenHead {...meta} />} />
        ))}
        <Route path="*" element={<ScreenHead {...notFoundMeta} />} />
      </Routes>
      <Routes>
        <Route element={<AdminLayout />}>
          {screens.map(({ path, Screen }) => (
            <Route key={path} path={path} element={<Screen />} />
          ))}
          <Route path="*" element={<NotFoundScreen />} />
        </Route>
      </Routes>
    </>
  )
}
