import { letterFormats, postcardFormats } from '@app/mail-piece/formats'
import { recipients } from '@app/mail-piece/samples'
import { openSitePieces } from './site-pieces.ts'
import { templateOf } from './template-of.ts'

const { dana } = recipients
const address = 'garden.example/{{plan ?? "spring"}}'

/** A recipient whose values are the merge fields themselves, such as {{first_name}}. */
const anybody = {
  ...dana,
  fields: Object.fromEntries(Object.keys(dana.fields).map((name) => [name, `{{${name}}}`])),
  qrLabel: address,
}

/** HTML of the house templates by their names, drawn from the pieces that the site shows. */
export async function drawHouseTemplates() {
  await using site = await openSitePieces()
  const template = (sizes: object, side: number) =>
    templateOf(
      Object.keys(sizes).map((size) => site.staticSides(size, anybody)[side] ?? ''),
      `https://${address}`,
    )
  return {
    springFront: template(postcardFormats, 0),
    springBack: template(postcardFormats, 1),
    plantingLetter: template(letterFormats, 0),
  }
}
