import type { KnipConfig } from 'knip'

const config: KnipConfig = {
  // Programs of the machine (haproxy, java, promtool …) come from no package.
  exclude: ['binaries'],
  workspaces: {
    // What git does not keep is not read, and only generated code imports these.
    'packages/api-client': {
      ignoreDependencies: ['@tanstack/react-query', '@faker-js/faker', 'msw', 'react', '@types/react'],
    },
    // A font is read as a file of its package, not imported. The bundle leaves what other packages import outside.
    'apps/api': {
      entry: ['test/crash-on-signal.ts'],
      ignoreDependencies: [
        /^@(fontsource-variable|expo-google-fonts|cantoo|hyzyla)\//,
        /^(css-tree|etiket|marked|parse5|playwright-core|zxing-wasm|@sparticuz\/chromium)$/,
      ],
    },
    // The script of the page is bundled by its path; fonts and styles are read as files of their packages.
    'packages/api-reference': {
      entry: ['src/browser/main.ts', 'scripts/*.ts'],
      ignoreDependencies: [/^@fontsource-variable\//, '@app/ui'],
    },
    // The print engine loads one of them, which writes what the site draws.
    'packages/mail-piece': { entry: ['scripts/*.ts'] },
    'packages/ui': { ignoreDependencies: [/^@fontsource-variable\//] },
    // Loaded by the script that writes the pages.
    'apps/site': { entry: ['src/entry-server.tsx', 'scripts/*.ts'] },
    // What runs inside the browser is handed over as text.
    'packages/print-engine': {
      entry: ['scripts/*.ts', 'src/layout/page/*.ts'],
      ignoreDependencies: [/^@fontsource-variable\//, /^@expo-google-fonts\//],
    },
    'packages/embedded-postgres': { entry: ['test/owner.ts'] },
    // Programs that others start by their path.
    tools: { entry: ['*.ts', 'lint/*.ts', 'bench/*.ts', 'deploy/{page-map,smoke}.ts'] },
    // The engine is handed to a page as text, not imported. Others start curl.ts by its path.
    e2e: { entry: ['src/curl.ts'], ignoreDependencies: ['accessibility-checker-engine'] },
  },
}

export default config
