import type { Page } from '@playwright/test'

const message = 'You are logged out. Logging in again...'

/**
 * Measures inside the browser, whose clock no busy machine delays: from the toast to the start of the navigation to
 * the sign-in page. The answer is read on that page; NaN when there was no toast.
 */
export async function watchSignInAgain(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript((text) => {
    const look = () => {
      if (sessionStorage.getItem('toastAt') || !document.body?.textContent?.includes(text)) return
      sessionStorage.setItem('toastAt', String(performance.timeOrigin + performance.now()))
    }
    new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true })
  }, message)
  return () =>
    page.evaluate(() => performance.timeOrigin - Number.parseFloat(sessionStorage.getItem('toastAt') ?? 'none'))
}
