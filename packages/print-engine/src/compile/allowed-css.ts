const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** A family allows the property of its name, and every property that starts with that name and a hyphen. */
const families = words(`
  margin padding border background font text flex grid column columns list-style overflow align justify place inset object
  mask stroke fill counter break page-break hyphenate white-space word line letter outline`)

const properties = words(`
  display position top right bottom left float clear z-index width height min-width max-width min-height max-height
  inline-size block-size min-inline-size max-inline-size min-block-size max-block-size box-sizing box-shadow
  box-decoration-break -webkit-box-decoration-break color opacity visibility vertical-align direction unicode-bidi
  writing-mode transform transform-origin transform-box translate rotate scale gap row-gap order orphans widows content
  quotes container container-type container-name aspect-ratio clip-path clip-rule paint-order isolation mix-blend-mode
  background-blend-mode table-layout empty-cells caption-side tab-size shape-outside shape-margin hyphens hanging-punctuation
  overflow-wrap print-color-adjust -webkit-print-color-adjust dominant-baseline alignment-baseline baseline-shift
  stop-color stop-opacity vector-effect shape-rendering image-rendering color-interpolation -webkit-line-clamp
  -webkit-box-orient -webkit-text-fill-color -webkit-text-stroke -webkit-text-stroke-color -webkit-text-stroke-width
  -webkit-background-clip gradienttransform patterntransform`)

/** Families of properties that affect only animation, interaction, or screens. They are dropped. */
const withoutEffect = words(`
  animation transition cursor pointer-events user-select -webkit-user-select will-change scroll forced-color-adjust
  caret-color accent-color touch-action resize -webkit-font-smoothing -moz-osx-font-smoothing -webkit-tap-highlight-color
  -webkit-text-size-adjust -webkit-animation -webkit-transition backface-visibility`)

/** No property name is this long. The search for a family takes quadratic time in the length. */
const maxNameLength = 60

const inFamily = (names: ReadonlySet<string>, property: string): boolean => {
  if (property.length > maxNameLength) return false
  for (let end = property.length; end > 0; end = property.lastIndexOf('-', end - 1)) {
    if (names.has(property.slice(0, end))) return true
  }
  return false
}

export const isAllowedProperty = (property: string): boolean =>
  property.startsWith('--') || properties.has(property) || inFamily(families, property)

export const hasNoEffect = (property: string): boolean => inFamily(withoutEffect, property)

/** None of these loads anything. The address in url() is checked separately. */
export const valueFunctions = words(`
  calc min max clamp round mod rem abs sign sin cos tan pow sqrt hypot var rgb rgba hsl hsla hwb lab lch oklab oklch color
  color-mix light-dark linear-gradient radial-gradient conic-gradient repeating-linear-gradient repeating-radial-gradient
  repeating-conic-gradient translate translatex translatey rotate scale scalex scaley skew skewx skewy matrix repeat minmax
  fit-content counter counters polygon circle ellipse inset rect xywh path`)

export const selectorFunctions = words(`
  not is where has nth-child nth-last-child nth-of-type nth-last-of-type lang dir`)

export const preludeFunctions = words('not and or selector style')

/** At-rules whose blocks contain rules. */
export const groupingRules = words('media supports container layer')

/** At-rules that are dropped: paper has no animation, and the character set is known. */
export const rulesWithoutEffect = words('keyframes -webkit-keyframes charset')

export const genericFonts = words(`
  serif sans-serif monospace cursive fantasy system-ui ui-serif ui-sans-serif ui-monospace ui-rounded math emoji`)

export const fontKeywords = words('inherit initial unset revert revert-layer')
