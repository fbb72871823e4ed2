/** The @font-face rules of this page, for a frame without its own style sheet. */
export const fontFacesOfPage = (): string =>
  [...document.styleSheets]
    .flatMap((sheet) => [...sheet.cssRules])
    .filter((rule) => rule instanceof CSSFontFaceRule)
    .map(({ cssText }) => cssText)
    .join('\n')
