import { request, setApiBaseUrl } from '@app/api-client'
import { AppProviders, createQueryClient } from '@app/ui'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import './styles.css'
import { apiOrigin } from './urls/api-origin.ts'
import { App } from './App.tsx'
import { printInLight } from './print-in-light.ts'
import { basePath } from './urls/routes.ts'
import { screenAt } from './screens.ts'
import { signInAgain } from './session/sign-in-again.ts'

setApiBaseUrl(apiOrigin)

const queryClient = createQueryClient({ request, onUnauthorized: signInAgain })

// The screen's code loads while the auth call is in flight.
void screenAt(window.location.pathname)
  ?.load()
  .catch(() => {})

printInLight()

// A page restored from the back-forward cache still shows the data of a session that may have ended.
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
