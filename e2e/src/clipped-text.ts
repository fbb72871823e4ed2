import type { Page } from '@playwright/test'

/** Applies the text spacing of WCAG 1.4.12 in a way that the page's policy allows. */
export const spaceText = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(
      '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }',
    )
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  })

/** Text that is clipped by its box or off the page. Excludes mail previews (images) and code (scrolls). */
export const clippedText = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const faults = document.documentElement.scrollWidth > innerWidth ? ['the page scrolls sideways'] : []
    for (const element of document.querySelectorAll<HTMLElement>('header *, main *, footer *')) {
      if (element.closest('[role=img], [aria-hidden=true], svg, select')) continue
      const { overflowX, overflowY } = getComputedStyle(element)
      const isCut = (overflow: string, inside: number, outside: number) =>
        (overflow === 'hidden' || overflow === 'clip') && inside > outside + 1 && outside > 1
      const isTooWide = isCut(overflowX, element.scrollWidth, element.clientWidth)
      const isTooHigh = isCut(overflowY, element.scrollHeight, element.clientHeight)
      const hasWords = [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
      )
      if (hasWords && (isTooWide || isTooHigh)) faults.push(`${element.tagName} ${element.textContent.slice(0, 40)}`)
    }
    return faults
  })
