import { chunkLoader } from '@app/ui/chunk-loader-plugin'
import react from '@vitejs/plugin-react'
import { type Connect, defineConfig, type Plugin } from 'vite'

const apiOrigin = process.env['API_ORIGIN'] ?? 'http://127.0.0.1:3000'

/** Vite serves its base only with a trailing slash; the address of the dashboard has none. */
const openWithoutSlash: Connect.NextHandleFunction = (request, _response, next) => {
  request.url = request.url?.replace(/^\/admin(?=\?|$)/, '/admin/')
  next()
}

const dashboardAddress: Plugin = {
  name: 'dashboard-address',
  configureServer: ({ middlewares }) => void middlewares.use(openWithoutSlash),
  configurePreviewServer: ({ middlewares }) => void middlewares.use(openWithoutSlash),
}

/** Components that screens share are one file, with what they need: many small ones compress less. */
const sharedComponents = { name: 'shared', test: /src\/(list|components)\/[A-Z]\w+\.tsx$/ }

export default defineConfig({
  base: '/admin/',
  plugins: [react(), dashboardAddress, chunkLoader()],
  server: { proxy: { '/api': apiOrigin } },
  preview: { proxy: { '/api': apiOrigin } },
  build: {
    manifest: true,
    target: 'baseline-widely-available',
    // The content security policy does not allow data: URLs.
    assetsInlineLimit: 0,
    rolldownOptions: { output: { codeSplitting: { groups: [sharedComponents] } } },
  },
})
