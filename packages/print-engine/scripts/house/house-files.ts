import { letterFormats, postcardFormats } from '@app/mail-piece/formats'
import { recipients } from '@app/mail-piece/samples'
import { openSitePieces } from './site-pieces.ts'
import { templateOf } from './template-of.ts'

const { dana } = recipients
const address = 'garden.example/{{plan ?? "spring"}}'

/** Somebody whose name is {{first_name}}. */
const anybody = {
  ...dana,
  fields: Object.fromEntries(Object.keys(dana.fields).map((name) => [name, `{{${name}}}`])),
  qrLabel: address,
}

const fileOf = (name: string, html: string): string =>
  `/** Written by \`pnpm --filter @app/print-engine house\` from the pieces of the site. */\nexport const ${name} = \`${html}\`\n`

/** The modules of the house templates by their path in this package, drawn from the pieces that the site shows. */
export async function houseFiles(): Promise<Record<string, string>> {
  await using site = await openSitePieces()
  const template = (sizes: object, side: number) =>
    templateOf(
      Object.keys(sizes).map((size) => site.staticSides(size, anybody)[side] ?? ''),
      `https://${address}`,
    )
  return {
    'src/house/spring-front.ts': fileOf('springFront', template(postcardFormats, 0)),
    'src/house/spring-back.ts': fileOf('springBack', template(postcardFormats, 1)),
    'src/house/planting-letter.ts': fileOf('plantingLetter', template(letterFormats, 0)),
  }
}
