import { addressOf, goToText, screenRoutes } from 'admin/routes'
import { accessibilityFaults } from './accessibility.ts'
import { expect, test } from './test.ts'

for (const route of screenRoutes) {
  const { meta, navigation, shortcut, visit } = route
  const address = addressOf(route)

  test(`${meta.title} opens by its address, its link, its shortcut and the command palette`, async ({
    staffPage: page,
    consoleErrors,
  }) => {
    const arrived = async () => {
      await expect(page.getByRole('heading', { level: 1, name: meta.title })).toBeVisible()
      await expect(page.getByText(visit).first()).toBeVisible()
      expect(new URL(page.url()).pathname).toBe(address)
    }
    // An address without a screen lies between the visits, so that each one has to lead somewhere.
    const nowhere = '/admin/nowhere'
    const isNowhere = () => expect(page.getByText('There is no screen at this URL.')).toBeVisible()
    const leave = async () => {
      await page.evaluate((to) => {
        history.pushState(null, '', to)
        dispatchEvent(new PopStateEvent('popstate'))
      }, nowhere)
      await isNowhere()
    }

    await page.goto(address)
    await arrived()
    expect(await accessibilityFaults(page)).toEqual([])

    // From here the link has to load the screen's code too.
    await page.goto(nowhere)
    await isNowhere()
    const rail = page.getByRole('banner')
    const links = navigation === 'screens' ? rail.getByRole('navigation') : rail
    await links.getByRole('link', { name: meta.title }).click()
    await arrived()

    await leave()
    await page.keyboard.press('g')
    await page.keyboard.press(shortcut)
    await arrived()

    await leave()
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('combobox', { name: 'Command or record' })).toBeFocused()
    await page.keyboard.type(goToText(route))
    await page.keyboard.press('Enter')
    await arrived()

    expect(consoleErrors).toEqual([])
  })
}
