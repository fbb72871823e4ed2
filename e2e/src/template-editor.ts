import { expect, type Page } from '@playwright/test'

/** The HTML field of a template: a text area until it is first used, then the code editor. */
export const editor = (page: Page) => page.getByRole('textbox', { name: /^HTML of the template/ })

/** Expects the current editor, text area or code editor, to have this text. */
export const expectHtml = (page: Page, html: string | RegExp) => {
  const text = () =>
    editor(page).evaluate((element) =>
      element instanceof HTMLTextAreaElement
        ? element.value
        : [...element.querySelectorAll('.cm-line')].map((line) => line.textContent).join('\n'),
    )
  return typeof html === 'string' ? expect.poll(text).toBe(html) : expect.poll(text).toMatch(html)
}

/** Opens the code editor by focusing the text area. */
export async function openCodeEditor(page: Page): Promise<void> {
  await editor(page).focus()
  await expect(page.locator('.cm-editor')).toBeVisible()
}

export async function writeHtml(page: Page, html: string): Promise<void> {
  await openCodeEditor(page)
  await editor(page).fill(html)
}
