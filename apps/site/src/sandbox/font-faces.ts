/** The @font-face rules of this page, for a frame without its own style sheet. */
export const fontFacesOfPage = (): string =>
  [...document.styleSheets]
    .flatMap(rulesOf)
    .filter((rule) => rule instanceof CSSFontFaceRule)
    .map(({ cssText }) => cssText)
    .join('\n')

function rulesOf(sheet: CSSStyleSheet): CSSRule[] {
  try {
    return [...sheet.cssRules]
  } catch {
    // A browser extension added it from another origin, so the page must not read it.
    return []
  }
}
