import { expect, test } from './test.ts'

test(
  'an injected script does not run, and the API accepts the browser’s report about it',
  { tag: '@C13' },
  async ({ page }) => {
    for (const path of ['/', '/admin']) {
      const answer = await page.goto(path)
      const endpoint = /csp="([^"]+)"/.exec(answer?.headers()['reporting-endpoints'] ?? '')?.[1] ?? ''
      const report = await page.evaluate(
        () =>
          new Promise<unknown>((resolve) => {
            const observer = new ReportingObserver(([first]) => resolve(JSON.parse(JSON.stringify(first))), {
              types: ['csp-violation'],
            })
            observer.observe()
            const script = document.createElement('script')
            script.textContent = 'document.title = "taken over"'
            document.head.append(script)
          }),
      )
      expect(report, path).toMatchObject({ type: 'csp-violation', body: { blockedURL: 'inline' } })
      expect(await page.title(), path).not.toBe('taken over')
      // The browser itself would send reports in batches a minute later.
      const taken = await page.request.post(endpoint, {
        headers: { 'content-type': 'application/reports+json' },
        data: JSON.stringify([report]),
      })
      expect(taken.status(), path).toBe(204)
    }
  },
)
