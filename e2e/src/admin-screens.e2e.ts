import { addressOf, goToText, type ScreenRoute, screenRoutes } from 'admin/routes'
import type { Page } from '@playwright/test'
import { accessibilityFaults } from './accessibility.ts'
import { expect, test } from './test.ts'

async function expectScreen(page: Page, route: ScreenRoute): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: route.title })).toBeVisible()
  await expect(page.getByText(route.visit).first()).toBeVisible()
  expect(new URL(page.url()).pathname).toBe(addressOf(route))
}

/** A URL without a screen, opened between visits so that each visit has to navigate. */
const nowhere = '/admin/nowhere'
const expectNowhere = (page: Page) => expect(page.getByText('There is no screen at this URL.')).toBeVisible()

async function leave(page: Page): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, nowhere)
  await expectNowhere(page)
}

test('every screen opens by its URL, and has no problems', async ({ staffPage: page, consoleErrors }) => {
  for (const route of screenRoutes) {
    await test.step(route.title, async () => {
      await page.goto(addressOf(route))
      await expectScreen(page, route)
      expect.soft(await accessibilityFaults(page), route.title).toEqual([])
    })
  }
  expect(consoleErrors).toEqual([])
})

test('every screen opens by its link, its shortcut, and the command palette', async ({
  staffPage: page,
  consoleErrors,
}) => {
  await page.goto(nowhere)
  await expectNowhere(page)
  const rail = page.getByRole('banner')
  for (const route of screenRoutes) {
    await test.step(route.title, async () => {
      // The link also has to load the screen's code.
      await rail.getByRole('link', { name: route.title }).click()
      await expectScreen(page, route)

      await leave(page)
      await page.keyboard.press('g')
      await page.keyboard.press(route.shortcut)
      await expectScreen(page, route)

      await leave(page)
      await page.keyboard.press('Control+k')
      await expect(page.getByRole('combobox', { name: 'Command or record' })).toBeFocused()
      await page.keyboard.type(goToText(route))
      await page.keyboard.press('Enter')
      await expectScreen(page, route)
      await leave(page)
    })
  }
  expect(consoleErrors).toEqual([])
})
