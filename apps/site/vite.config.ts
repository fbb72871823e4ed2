import { chunkLoader } from '@app/ui/chunk-loader-plugin'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { inlineVisit } from './scripts/inline-visit.ts'
import { mantineVariables } from './scripts/mantine-variables.ts'
import { subsetFonts } from './scripts/subset-fonts.ts'

const apiOrigin = process.env['API_ORIGIN'] ?? `http://127.0.0.1:${process.env['PORT'] ?? 3000}`

export default defineConfig(async ({ isSsrBuild }) => ({
  plugins: [react(), mantineVariables(), chunkLoader(), inlineVisit()],
  resolve: { alias: await subsetFonts() },
  server: { proxy: { '/api': apiOrigin, '/v1': apiOrigin, '/q': apiOrigin } },
  build: {
    outDir: 'dist/client',
    manifest: !isSsrBuild,
    target: 'baseline-widely-available',
    // The content security policy does not allow data: URLs.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    ...(isSsrBuild ? {} : { rolldownOptions: { output: { codeSplitting: { groups: chunkGroups } } } }),
  },
  ssr: { noExternal: [/^@app\//, /^@mantine\//] },
}))

const chunkGroups = [
  {
    name: 'react',
    test: /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom)\//,
    priority: 2,
  },
  {
    // Code that most pages share is one file: on a slow connection each request costs more than the extra bytes.
    name: 'shared',
    test: /\/(apps\/site\/src\/((layout|sections)\/|legal\/(LegalHost|legal-names)|components\/(?!SiteMantine)|content\/(?!paths)|startup\/(WhenSeen|PartBoundary|use-is-hydrated)|leads\/LeadButton)|packages\/mail-piece)/,
    minShareCount: 8,
    includeDependenciesRecursively: false,
    priority: 1,
  },
  {
    // Every page prepares the lead form. Parts that need some of it as well must not split it.
    name: 'lead-form',
    test: /\/(apps\/site\/src\/(leads\/lead-form|forms\/form-(fields|values))|packages\/(contract\/src\/formats|labels\/src\/(fields|labels|lead-fields|record-fields)))[.]ts/,
    includeDependenciesRecursively: false,
    priority: 1,
  },
]
