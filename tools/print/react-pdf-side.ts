import { houseTemplates } from '@app/print-engine/house'
import { printFonts } from '@app/print-engine/printing'
import {
  Circle,
  Document,
  type DocumentProps,
  Font,
  G,
  Page,
  Path,
  Rect,
  renderToBuffer,
  Svg,
  Text,
  View,
} from '@react-pdf/renderer'
import { createElement as h, type ReactElement } from 'react'
import type { Side } from './engine-sides.ts'
import { recipientOf, sender, valuesOf } from './pieces.ts'

// The house's postcard again, drawn by @react-pdf/renderer: the same size, fonts, words and shapes, without barcode, QR
// code, checks and pictures.

const sheet = { width: 450, height: 324 }
const colors: Record<string, string> = {
  sky: '#ece0c8',
  farHill: '#b3cbbd',
  midHill: '#6fa494',
  nearHill: '#12766b',
  leafDark: '#135148',
  leafLight: '#126657',
}
const strokes: Record<string, { stroke: string; strokeWidth: number }> = {
  furrow: { stroke: '#125f5e', strokeWidth: 5 },
  stem: { stroke: '#14213d', strokeWidth: 4 },
  vein: { stroke: '#7fb0a3', strokeWidth: 1.5 },
}

for (const { family, weight, bytes } of printFonts) {
  const src = `data:font/ttf;base64,${Buffer.from(bytes).toString('base64')}`
  Font.register({ family, src, fontWeight: weight })
}

const attributesOf = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]))

/** The drawing of the front, element by element. */
function shapes(): ReactElement[] {
  const [, svg = ''] = /<svg[^>]*>([\s\S]*)<\/svg>/.exec(houseTemplates.tmpl_spring_front.html) ?? []
  const groups: { props: Record<string, string>; children: ReactElement[] }[] = [{ props: {}, children: [] }]
  let key = 0
  for (const [, end, tag, text = ''] of svg.matchAll(/<(\/?)(g|path|rect|circle)([^>]*)>/g)) {
    const group = groups.at(-1)
    if (end) {
      groups.pop()
      groups.at(-1)?.children.push(h(G, { key: (key += 1), ...group?.props }, group?.children))
      continue
    }
    const { class: name = '', d = '', transform, ...rest } = attributesOf(text)
    if (tag === 'g') groups.push({ props: transform === undefined ? {} : { transform }, children: [] })
    else if (tag === 'rect') {
      const size = { x: -20, y: -20, width: 640, height: 465, fill: colors['sky'] ?? '' }
      group?.children.push(h(Rect, { key: (key += 1), ...rest, ...size }))
    } else if (tag === 'circle') {
      const { cx = 0, cy = 0, r = 0 } = rest
      group?.children.push(h(Circle, { key: (key += 1), cx, cy, r, fill: '#c8401c' }))
    } else {
      const look = strokes[name] ?? (colors[name] ? { fill: colors[name] } : strokes['furrow'])
      group?.children.push(h(Path, { key: (key += 1), d, ...look }))
    }
  }
  return groups[0]?.children ?? []
}

const drawing = shapes()
const ink = { color: '#14213d', fontFamily: 'Instrument Sans' }
const display = { fontFamily: 'Bricolage Grotesque', fontWeight: 700 }
const at = (left: number, top: number, width: number) => ({ position: 'absolute' as const, left, top, width })

function pieceOf(index: number): ReactElement<DocumentProps> {
  const values = valuesOf(index)
  const front = h(
    Page,
    { size: sheet, style: ink },
    h(Svg, { ...sheet, viewBox: '0 0 600 425', style: at(0, 0, sheet.width) }, drawing),
    h(Text, { style: { ...at(30, 28, 330), fontSize: 11, fontWeight: 600 } }, `Zone ${values['zone']} planting guide`),
    h(
      Text,
      { style: { ...at(30, 50, 330), ...display, fontSize: 40 } },
      `${values['city']} is turning green, ${values['first_name']}.`,
    ),
    h(
      Text,
      { style: { ...at(30, 260, 190), ...display, fontSize: 18, color: '#fff' } },
      `${values['offer']} off your first planting plan`,
    ),
  )
  const lines = ({ name, street, city, state, zip }: typeof sender, left: number, top: number) =>
    h(
      View,
      { style: at(left, top, 200) },
      [name, street, `${city} ${state} ${zip}`].map((line) => h(Text, { key: line, style: { fontSize: 9 } }, line)),
    )
  const back = h(
    Page,
    { size: sheet, style: ink },
    h(
      Text,
      { style: { ...at(27, 90, 160), ...display, fontSize: 20 } },
      `${values['first_name']}, your last frost is ${values['frost_date']}.`,
    ),
    h(
      Text,
      { style: { ...at(27, 150, 160), fontSize: 9.4 } },
      `Your ${values['city']} planting plan is ready. Scan for the list we made for your yard.`,
    ),
    h(
      Text,
      { style: { ...at(27, 290, 160), fontFamily: 'JetBrains Mono', fontSize: 6 } },
      `garden.example/${values['plan']}`,
    ),
    lines(sender, 27, 20),
    lines(recipientOf(index), 230, 190),
  )
  return h(Document, null, front, back)
}

/** The PDF of an equal piece, as the most common library would write it. */
export function reactPdf(): Side {
  return {
    label: '@react-pdf/renderer, an equal piece without checks and pictures',
    lanes: 1,
    async make(index) {
      await renderToBuffer(pieceOf(index))
    },
    close: async () => {},
  }
}
