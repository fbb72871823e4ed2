import type { Page, Route } from '@playwright/test'
import { assert, asyncProperty, array, constantFrom, tuple } from 'fast-check'
import { expect, test } from './test.ts'

/**
 * Filling in a form once creates one record, in any order of sending, leaving, returning, and reloading, and whatever
 * happens to the request and its response. A run takes random steps in a real browser against the real API. At the end,
 * the records must be exactly the fills that were confirmed on screen.
 */
const runs = Number(process.env['FORM_RUNS'] ?? 1)
/** The default run has every action, including while a form is sending, and sends with every treatment. */
const seed = Number(process.env['FORM_SEED'] ?? 36_573)
const [minSteps, maxSteps] = [10, 14]

/** The visitor’s actions, mostly presses of the button. */
const actions = ['submit', 'submit', 'double', 'hide', 'show', 'release', 'reload'] as const
/** How the network treats later requests. */
const treatments = ['pass', 'offline', 'hold request', 'hold answer', 'lose', 'proxy'] as const
type Action = (typeof actions)[number]
type Treatment = (typeof treatments)[number]
type Step = [Treatment, Action]

interface FormUnderTest {
  name: string
  path: string
  /** True if the form is on the page after loading. */
  isOnPage: boolean
  endpoint: string
  table: string
  failure: string
  /** The toast for a record stored while the form was not on screen. */
  stored: string
  show: (page: Page) => Promise<void>
  /** Leaves the form or its thank-you message, whichever is on screen. */
  hide: (page: Page) => Promise<void>
}

const person = { firstName: 'Dana', lastName: 'Example' }
const address = { addressLine1: '12 Example Street', city: 'Cambridge', state: 'MA', zip: '02138', sampleType: 'both' }
const contents = { ...person, ...address }

const forms: FormUnderTest[] = [
  {
    name: 'the demo request in its dialog',
    path: '/print/faq',
    isOnPage: false,
    endpoint: '**/api/leads',
    table: 'lead',
    failure: 'Failed to submit form. Please try again.',
    stored: 'We got your request and will email you soon.',
    show: (page) => page.getByRole('main').getByRole('button', { name: 'Contact Support' }).click(),
    hide: (page) => page.keyboard.press('Escape'),
  },
  {
    name: 'the request for samples',
    path: '/print/samples',
    isOnPage: true,
    endpoint: '**/api/print-samples',
    table: 'sample_request',
    failure: 'Failed to submit sample request. Please try again.',
    stored: 'Your samples will ship soon.',
    show: (page) => page.getByRole('contentinfo').getByRole('link', { name: 'Free Samples' }).click(),
    async hide(page) {
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await page.getByRole('contentinfo').getByRole('link', { name: 'FAQ', exact: true }).click()
    },
  },
]

/** Intercepts requests to the API, and treats each one as the current step says. */
async function intercept(page: Page, endpoint: string) {
  const network = { treatment: 'pass' as Treatment, held: [] as (() => void)[] }
  const release = () => new Promise<void>((resolve) => network.held.push(resolve))
  const treat = async (route: Route) => {
    const { treatment } = network
    if (treatment === 'offline') return route.abort('internetdisconnected')
    if (treatment === 'hold request') await release()
    const answer = await route.fetch()
    if (treatment === 'hold answer') await release()
    if (treatment === 'lose') return route.abort('connectionreset')
    if (treatment === 'proxy') return route.fulfill({ status: 200, contentType: 'text/html', body: '<p>Fine</p>' })
    return route.fulfill({ response: answer })
  }
  // After a reload, the route of a pending request is gone.
  await page.route(endpoint, (route) => treat(route).catch(() => {}))
  return network
}

/** A visitor in one tab with one form. */
class Visitor {
  /** Emails of the fills that were confirmed on screen. */
  readonly confirmed = new Set<string>()
  private isSending = false
  private isShown: boolean
  /** The record was stored while the form was not on screen, so its thank-you message is still due. */
  private isThanksDue = false
  private fills = 0
  private readonly page: Page
  private readonly form: FormUnderTest
  private readonly network: Awaited<ReturnType<typeof intercept>>
  private readonly run: number

  constructor(page: Page, form: FormUnderTest, network: Awaited<ReturnType<typeof intercept>>, run: number) {
    this.page = page
    this.form = form
    this.network = network
    this.run = run
    this.isShown = form.isOnPage
  }

  private readonly email = () => `fill-${this.run}-${this.fills}@example.com`
  private readonly button = () => this.page.locator('form button[type="submit"]')
  private readonly thanks = () => this.page.getByRole('heading', { name: 'Thank You' })

  private async seeToast(text: string): Promise<void> {
    await expect(this.page.getByText(text)).toBeVisible()
    // So that it is not mistaken for the next attempt's toast.
    await this.page.getByRole('button', { name: 'Close notification' }).click()
  }

  /** Also waits until the draft is no longer sending. A page left before that resends it, but no visitor is so fast. */
  private async seeFailure(): Promise<void> {
    await this.seeToast(this.form.failure)
    await this.page.waitForFunction(
      () => !Object.values(sessionStorage).some((draft) => draft.includes('"isSending":true')),
    )
  }

  /** Fills an empty form, and does not change a filled one. */
  private async fill(): Promise<void> {
    await expect(this.button()).toBeVisible()
    const form = this.page.locator('form')
    const typed = await form.locator('[name="email"]').inputValue()
    if (typed) return expect(this.email()).toBe(typed)
    this.fills += 1
    await form.evaluate(
      (element: HTMLFormElement, values) => {
        for (const [name, value] of Object.entries(values)) {
          const field = element.elements.namedItem(name)
          if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) continue
          field.value = value
          field.dispatchEvent(new InputEvent('input', { bubbles: true }))
        }
      },
      { ...contents, email: this.email() },
    )
  }

  /** Waits until the outcome of the current request is on screen. */
  private async seeOutcome(): Promise<void> {
    const { treatment } = this.network
    this.isSending = treatment.startsWith('hold')
    if (this.isSending) {
      if (this.isShown) await expect(this.button()).toHaveText('Submitting...')
      return expect.poll(() => this.network.held.length).toBe(1)
    }
    if (treatment === 'offline' || treatment === 'lose') return this.seeFailure()
    if (this.isShown) await expect(this.thanks()).toBeVisible()
    else await this.seeToast(this.form.stored)
    this.isThanksDue = !this.isShown
    this.confirmed.add(this.email())
  }

  async take([treatment, action]: Step): Promise<void> {
    this.network.treatment = treatment
    if (action === 'show') return this.show()
    if (action === 'hide') return this.hide()
    if (action === 'reload') return this.reload()
    if (action === 'release') return this.release()
    return this.submit(action === 'double')
  }

  private async show(): Promise<void> {
    if (this.isShown) return
    this.isShown = true
    await this.form.show(this.page)
    await expect(this.isThanksDue ? this.thanks() : this.button()).toBeVisible()
    this.isThanksDue = false
  }

  private async hide(): Promise<void> {
    if (!this.isShown) return
    this.isShown = false
    await this.form.hide(this.page)
    await expect(this.button()).toHaveCount(0)
  }

  private async submit(isDouble: boolean): Promise<void> {
    if (this.isSending) return
    await this.show()
    if (await this.thanks().isVisible()) return
    await this.fill()
    await (isDouble ? this.button().dblclick() : this.button().click())
    await this.seeOutcome()
  }

  private async release(): Promise<void> {
    const { held } = this.network
    this.network.treatment = 'pass'
    for (const go of held.splice(0)) go()
    if (this.isSending) await this.seeOutcome()
  }

  private async reload(): Promise<void> {
    this.network.held.length = 0
    this.isThanksDue = false
    await open(this.page, this.form)
    // An interrupted request is resent where the visitor can see it.
    this.isShown = this.isSending || this.form.isOnPage
    if (this.isSending) return this.seeOutcome()
    // The text is restored as soon as React runs. Typing before that edits the same fill.
    const isTyped = this.fills > 0 && !this.confirmed.has(this.email())
    if (this.isShown && isTyped) await expect(this.page.locator('form [name="email"]')).toHaveValue(this.email())
  }

  /** Submits text that has not been confirmed. */
  async finish(): Promise<void> {
    await this.release()
    await this.show()
    if (await this.thanks().isVisible()) return
    await this.fill()
    await this.button().click()
    await this.seeOutcome()
  }
}

async function open(page: Page, form: FormUnderTest): Promise<void> {
  await page.goto(form.path)
  // A form that is out of view is not hydrated, and does not resume.
  if (form.isOnPage) await page.locator('form').scrollIntoViewIfNeeded()
}

for (const form of forms) {
  test(`${form.name}: the records are exactly the confirmed fills`, { tag: '@S02' }, async ({ page, db }) => {
    test.setTimeout(60_000 + runs * 30_000)
    const network = await intercept(page, form.endpoint)
    let run = 0
    const property = asyncProperty(
      array(tuple(constantFrom(...treatments), constantFrom<Action>(...actions)), {
        minLength: minSteps,
        maxLength: maxSteps,
      }),
      async (order) => {
        run += 1
        network.treatment = 'pass'
        await page.evaluate(() => sessionStorage.clear()).catch(() => {})
        await open(page, form)
        const visitor = new Visitor(page, form, network, run)
        for (const step of order) await visitor.take(step)
        await visitor.finish()
        // In the order they were stored, which is the order they were confirmed.
        const stored = await db.query(`select email from ${form.table} where email like $1 order by id`, [
          `fill-${run}-%`,
        ])
        expect(stored.rows.map(({ email }) => String(email))).toEqual([...visitor.confirmed])
      },
    )
    await assert(property, { seed, numRuns: runs, endOnFailure: true })
  })
}
