import { accessibilityFaults, axeFaults } from './accessibility.ts'
import { expect, test } from './test.ts'
test('broken', async ({ page }) => {
  await page.goto('/print/faq'); 
  await page.evaluate(() => { document.querySelector('main')?.insertAdjacentHTML('beforeend', '<input type=text><img src=x><p style="color:#bbb;background:#fff">hardly there</p>') })
  const t = performance.now()
  const f = await axeFaults(page); console.log(f, performance.now() - t)
  const t2 = performance.now(); await accessibilityFaults(page); console.log(performance.now() - t2)
  expect(f.length).toBeGreaterThan(2)
})
