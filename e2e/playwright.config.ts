import { defineConfig } from '@playwright/test'
import { findChromium } from 'tools/chromium'

const { executablePath, args, env } = await findChromium()

export default defineConfig({
  testDir: 'src',
  outputDir: 'test-results',
  snapshotPathTemplate: '{testDir}/{arg}{ext}',
  globalSetup: './src/global-setup.ts',
  // Files run in parallel; each worker has its own product and database. A worker waits for its pages half of
  // the time, so three of them keep two processors busy.
  workers: 3,
  retries: 0,
  // Long, so that a busy machine fails no test. Only a test that hangs fails.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: [['line'], ['json', { outputFile: 'reports/playwright.json' }]],
  projects: [
    { name: 'screens', testMatch: '*.e2e.ts' },
    // Reads what went over the wire in all of the above.
    { name: 'wire', testMatch: 'recorded-traffic.ts', dependencies: ['screens'] },
  ],
  use: {
    browserName: 'chromium',
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
    // A browser without a window has nobody to ask.
    permissions: ['clipboard-read', 'clipboard-write'],
    screenshot: { mode: 'only-on-failure', fullPage: true },
    actionTimeout: 60_000,
    launchOptions: { executablePath, args, env },
  },
})
