import type { Page } from '@playwright/test'

const message = 'You are logged out. Logging in again...'

/**
 * Records in the browser whether the toast was shown. Call the result once the browser has reached the sign-in page.
 */
export async function watchLogoutToast(page: Page): Promise<() => Promise<boolean>> {
  await page.addInitScript((text) => {
    const note = () => {
      if (document.body?.textContent?.includes(text)) sessionStorage.setItem('logout-toast', 'shown')
    }
    new MutationObserver(note).observe(document, { childList: true, subtree: true, characterData: true })
  }, message)
  return () => page.evaluate(() => sessionStorage.getItem('logout-toast') === 'shown')
}
