import { once } from 'node:events'
import { freePort } from '@app/embedded-postgres'
import { client, startIdentityProvider } from 'tools/identity-provider'
import { answers, built, productEnvironment, spawnNode } from 'tools/product'
import { startRecordingProxy } from './recording-proxy.ts'
import { staff } from './staff.ts'
import { expect, test } from './test.ts'

test('staff sign in with a provider on another site, return to the same screen, and sign out', async ({
  browser,
  product,
}) => {
  const port = await freePort()
  const proxy = await startRecordingProxy(port)
  const { origin } = proxy
  // To the browser, 127.0.0.1 and localhost are different sites, so cookies behave as in production.
  const provider = await startIdentityProvider(`${origin}/api/login/callback`)
  provider.state.person = { email: staff.email, email_verified: true }
  const api = spawnNode(built.server, {
    ...productEnvironment(product.connection, port),
    SITE_URL: origin,
    ADMIN_URL: `${origin}/admin`,
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: client.id,
    OIDC_CLIENT_SECRET: client.secret,
  })
  try {
    expect(await answers(`${origin}/readyz`)).toBe(true)
    const page = await browser.newPage({ baseURL: origin })

    await page.goto('/admin/pricing')
    await expect(page.getByRole('heading', { name: 'Pricing Management' })).toBeVisible()
    expect(new URL(page.url()).pathname).toBe('/admin/pricing')

    await page.goto('/api/logout')
    await expect(page.getByText('You are signed out.')).toBeVisible()
    await page.reload()
    await expect(page.getByText('You are signed out.')).toBeVisible()

    provider.state.person = { email: 'nobody@example.com', email_verified: true }
    await page.getByRole('link', { name: 'Sign in again' }).press('Enter')
    await expect(page.getByRole('alert')).toContainText('No enabled staff account')
    await page.close()
  } finally {
    proxy.close()
    api.kill('SIGTERM')
    if (api.exitCode === null && api.signalCode === null) await once(api, 'exit')
    await provider.stop()
  }
})
