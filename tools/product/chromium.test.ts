import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { findChromium } from './chromium.ts'
import { root } from './paths.ts'

/** A folder with a working program for each name under which browsers are installed. */
function installedBrowsers(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'browsers-'))
  for (const name of ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']) {
    writeFileSync(path.join(folder, name), '#!/bin/sh\nexit 0\n')
    chmodSync(path.join(folder, name), 0o755)
  }
  return folder
}

const installed = installedBrowsers()

beforeEach(() => {
  vi.stubEnv('PATH', `${installed}${path.delimiter}${process.env['PATH']}`)
  vi.stubEnv('CHROME_PATH', '')
})
afterEach(() => void vi.unstubAllEnvs())

test('the browser is the one from the lockfile, regardless of installed browsers', async () => {
  const { executablePath } = await findChromium()
  expect(path.relative(root, executablePath)).toMatch(/^node_modules\/\.cache\/chromium-\d+\.\d+\.\d+\/chromium$/)
})

test('CHROME_PATH selects another browser', async () => {
  vi.stubEnv('CHROME_PATH', path.join(installed, 'google-chrome'))
  expect((await findChromium()).executablePath).toBe(path.join(installed, 'google-chrome'))
})
