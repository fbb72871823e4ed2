const words = (text: string): string[] => text.trim().split(/\s+/)

/** Attributes of every element, in addition to data-* and aria-*. */
const everywhere = words('class id style lang dir title role hidden')

const table = words('width height align valign bgcolor border cellpadding cellspacing')
const cell = [...table, ...words('colspan rowspan scope headers')]

const blocks = words(`
  div p h1 h2 h3 h4 h5 h6 header footer main section article aside nav figure figcaption address blockquote pre hr br wbr
  ul dl dt dd span b strong i em u s small sub sup mark abbr cite q code kbd samp var dfn time del ins bdi bdo`)

/** The placeholder of a QR code, which is drawn into the finished file. HTML has no element of this name. */
export const qrElement = 'qr-code'

const ownAttributes: ReadonlyMap<string, readonly string[]> = new Map([
  ...blocks.map((tag): [string, string[]] => [tag, []]),
  ['ol', ['start', 'type', 'reversed']],
  ['li', ['value']],
  ['img', ['src', 'alt', 'width', 'height']],
  ['table', table],
  ['caption', []],
  ['colgroup', ['span', 'width']],
  ['col', ['span', 'width']],
  ['thead', table],
  ['tbody', table],
  ['tfoot', table],
  ['tr', table],
  ['td', cell],
  ['th', cell],
  ['style', ['type']],
  [qrElement, ['value']],
])

/** Void elements, which have no end tag. */
export const voidTags: ReadonlySet<string> = new Set(['br', 'hr', 'wbr', 'img', 'col'])

/** SVG attributes whose values are CSS. They are checked as declarations of the same name. */
export const svgStyleAttributes: ReadonlySet<string> = new Set(
  words(`
  fill fill-opacity fill-rule stroke stroke-width stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray
  stroke-dashoffset stroke-opacity opacity color font-family font-size font-weight font-style letter-spacing word-spacing
  text-anchor text-decoration dominant-baseline alignment-baseline baseline-shift stop-color stop-opacity clip-path
  clip-rule mask transform gradientTransform patternTransform visibility display overflow paint-order vector-effect
  shape-rendering`),
)

const svgTags: ReadonlySet<string> = new Set(
  words(`
  svg g path rect circle ellipse line polyline polygon text tspan defs linearGradient radialGradient stop clipPath mask
  pattern`),
)

/** Numbers and keywords. */
const svgPlainAttributes = words(`
  d x y x1 y1 x2 y2 cx cy r rx ry fx fy fr dx dy width height viewBox preserveAspectRatio points pathLength offset rotate
  textLength lengthAdjust gradientUnits spreadMethod clipPathUnits maskUnits maskContentUnits patternUnits
  patternContentUnits`)

/** Attributes that drawing programs write into SVG and that HTML does not need. */
export const svgIgnoredAttributes: ReadonlySet<string> = new Set(
  words('xmlns xmlns:xlink version baseProfile xml:space'),
)

/** Elements that are dropped without a finding, because they are never rendered. */
export const undrawnTags: ReadonlySet<string> = new Set(words('title desc metadata'))

const svgAttributes: ReadonlySet<string> = new Set([...svgPlainAttributes, ...svgStyleAttributes])

export const isAllowedTag = (tag: string, isSvg: boolean): boolean => (isSvg ? svgTags : ownAttributes).has(tag)

export const isAllowedAttribute = (tag: string, name: string, isSvg: boolean): boolean =>
  everywhere.includes(name) ||
  /^(?:data|aria)-[a-z0-9-]+$/.test(name) ||
  (isSvg ? svgAttributes.has(name) : (ownAttributes.get(tag)?.includes(name) ?? false))

/** The allowed attributes, for the finding about a disallowed one. */
export const attributesOf = (tag: string, isSvg: boolean): string => {
  const own = isSvg ? ['the geometry and the paint of the shape'] : (ownAttributes.get(tag) ?? [])
  return [...own, ...everywhere, 'data-*', 'aria-*'].join(', ')
}
