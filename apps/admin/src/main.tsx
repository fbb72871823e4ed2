import { request, setApiBaseUrl } from '@app/api-client'
import { AppProviders, createQueryClient } from '@app/ui'
import { createRoot } from 'react-dom/client'
import { BrowserRouter, matchPath } from 'react-router-dom'
import './styles.css'
import { apiOrigin } from './api-origin.ts'
import { App } from './App.tsx'
import { basePath } from './paths.ts'
import { printInLight } from './print-in-light.ts'
import { routes } from './routes.ts'
import { signInAgain } from './session/sign-in-again.ts'

setApiBaseUrl(apiOrigin)

const queryClient = createQueryClient({ request, onUnauthorized: signInAgain })

// The screen's code arrives while the auth call is under way.
const wanted = routes.find(({ path }) => matchPath(basePath + path, window.location.pathname))
void wanted?.load().catch(() => {})

printInLight()

// A page kept by the browser still shows what its session was allowed to see.
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted) window.location.reload()
})

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element with the id "root"')

createRoot(root).render(
  <AppProviders queryClient={queryClient}>
    <BrowserRouter basename={basePath}>
      <App />
    </BrowserRouter>
  </AppProviders>,
)
