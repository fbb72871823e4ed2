import { type FieldError, isLine, type PieceSize } from '@app/contract'
import type { PostalAddress } from '@app/mail-piece/address'
import { specimenToken, trackingField } from '@app/mail-piece/merge-fields'
import { type AddressPart, checkSenderAddress, fitAddress } from '@app/print-engine/address'
import { isHouseTemplateId } from '@app/print-engine/house'
import type { TemplateFinding } from '@app/print-engine/template-findings'
import type { EntityManager } from '../../../entities/database.ts'
import { classFault } from '../quotes/quotes.ts'
import { faultIf, fieldFault, pointerTo, textFaultsIn } from '../field-fault.ts'
import type { PrintCaller } from '../caller.ts'
import { readWithAssets } from '../templates/read-with-assets.ts'
import { readHouseTemplate, readTemplate } from '../templates/template-reader.ts'
import {
  type Piece,
  type PieceKind,
  postalAddressOf,
  printedValues,
  type SideName,
  sideNames,
  sidesOf,
} from './piece.ts'
import { findTemplates, type FoundTemplate } from './templates-of-piece.ts'

/**
 * Either one template draws the whole piece, or one draws each side. An invalid template name is reported separately.
 */
function sideFaults(body: object): FieldError[] {
  const names = sideNames.filter((name) => Reflect.get(body, name) !== undefined).join(' and ')
  return faultIf(names !== 'Template' && names !== 'Front and Back', '', {
    code: 'template_or_sides_required',
    detail: 'A piece needs either Template, or Front and Back.',
    found: names || 'neither',
    allowed: 'Template, or Front and Back',
    remedy: 'Use one template for the whole piece, or one for each side.',
  })
}

const unknownTemplate = (side: SideName, id: string) =>
  fieldFault(pointerTo(side), {
    code: 'unknown_template',
    detail: 'This template does not exist.',
    found: id,
    allowed: 'the ID of one of your templates or of a built-in one',
    remedy: 'List your templates with GET /v1/templates.',
  })

const otherSize = ({ side, id, allowed }: FoundTemplate, size: PieceSize) =>
  fieldFault(pointerTo(side), {
    code: 'template_size_mismatch',
    detail: `${id} is for ${allowed}, and this piece is ${size}.`,
    found: size,
    allowed,
    remedy: 'Set Size to the template’s size, or use a template of this size.',
  })

const withErrors = ({ side, id }: FoundTemplate, errors: number) =>
  fieldFault(pointerTo(side), {
    code: 'template_has_errors',
    detail: `${id} has ${errors === 1 ? 'an error' : `${errors} errors`} and cannot be printed.`,
    found: id,
    allowed: 'a template whose Lint has no errors',
    remedy: 'See Lint in GET /v1/templates/{id}, and fix the errors in a new version.',
  })

const isError = ({ severity }: { severity: string }) => severity === 'error'

function detailOf({ code, found }: TemplateFinding): string {
  if (code === 'missing_field') return `The templates use ${found}, which has no value.`
  if (code === 'unknown_asset') return 'The template uses an asset that does not exist.'
  return `This cannot be printed: ${found}.`
}

/** The error for a missing value or image of a template. It points to the value. */
const findingFault = (side: SideName, finding: TemplateFinding) => {
  const { code, found, allowed, remedy, field } = finding
  return fieldFault(field === undefined ? pointerTo(side) : pointerTo('VariablePayload', field), {
    code,
    detail: detailOf(finding),
    found: code === 'missing_field' ? 'nothing' : found,
    allowed,
    remedy,
  })
}

async function renderingFaults(
  em: EntityManager,
  caller: PrintCaller,
  values: Record<string, string>,
  { side, ...template }: FoundTemplate,
  size: PieceSize,
): Promise<FieldError[]> {
  const read = isHouseTemplateId(template.id) ? readHouseTemplate : readTemplate
  const { lint, findings } = await readWithAssets(em, caller, read, { size, html: template.html }, values)
  const errors = lint.filter(isError)
  if (errors.length > 0) return [withErrors({ side, ...template }, errors.length)]
  return findings.filter(isError).map((finding) => findingFault(side, finding))
}

async function templateFaults(
  em: EntityManager,
  caller: PrintCaller,
  kind: PieceKind,
  piece: Partial<Piece>,
): Promise<{ faults: FieldError[]; templates: FoundTemplate[] }> {
  const sides = sidesOf(piece)
  const templates = await findTemplates(em, caller.workspaceId, sides)
  const unknown = sides.filter(({ side }) => !templates.some((template) => template.side === side))
  const faults = unknown.map(({ side, id }) => unknownTemplate(side, id))
  const { Size: size } = piece
  if (size === undefined) return { faults, templates }
  const values = { ...printedValues(piece), [trackingField]: specimenToken }
  for (const template of templates) {
    if (template.fits(size, kind)) faults.push(...(await renderingFaults(em, caller, values, template, size)))
    else faults.push(otherSize(template, size))
  }
  return { faults, templates }
}

/** The member of the contract for each part of an address. */
const memberOf = {
  name: 'Name',
  street: 'AddressLine1',
  unit: 'AddressLine2',
  city: 'City',
  state: 'State',
  zip: 'Zip',
} as const satisfies Record<AddressPart, keyof Piece['To']>

const checks = {
  To: (address: PostalAddress, size: PieceSize) => fitAddress(address, size).findings,
  From: checkSenderAddress,
}

function addressFaults(piece: Partial<Piece>, whose: keyof typeof checks): FieldError[] {
  const { [whose]: address, Size: size } = piece
  if (!address || !size) return []
  const findings = checks[whose](postalAddressOf(address), size)
  return findings.filter(isError).map(({ code, part, detail, allowed, remedy }) => {
    const member = part && memberOf[part]
    return fieldFault(member ? pointerTo(whose, member) : pointerTo(whose), {
      code,
      detail,
      ...(member && { found: address[member] ?? '' }),
      allowed,
      remedy,
    })
  })
}

const maxMetadataName = 80

/** Checks the names of metadata, which staff and members read. The contract has rules only for values. */
const metadataFaults = ({ Metadata: metadata = {} }: Partial<Piece>): FieldError[] =>
  Object.keys(metadata)
    .filter((name) => name.length > maxMetadataName || !isLine(name))
    .map((name) =>
      fieldFault(pointerTo('Metadata', name), {
        code: 'invalid_format',
        detail: 'This name is not valid.',
        found: name,
        allowed: `1 to ${maxMetadataName} characters on one line, at least one of them visible`,
        remedy: 'Rename the value.',
      }),
    )

/** Removes duplicates: two templates may have the same fault. */
const distinct = (faults: readonly FieldError[]): FieldError[] => [
  ...new Map(faults.map((fault) => [`${fault.pointer} ${fault.code}`, fault])).values(),
]

/**
 * Everything wrong with a piece that the schema cannot check, and the templates that it names.
 * @param body the piece's request, if some of its fields are invalid
 */
export async function faultsOf(
  em: EntityManager,
  caller: PrintCaller,
  kind: PieceKind,
  piece: Partial<Piece>,
  body: object = piece,
): Promise<{ faults: FieldError[]; templates: FoundTemplate[] }> {
  const texts = textFaultsIn('', piece)
  if (texts.length > 0) return { faults: texts, templates: [] }
  const { faults, templates } = await templateFaults(em, caller, kind, piece)
  const { Size: size, PostalClass: postalClass } = piece
  const classes = size && postalClass ? classFault('/PostalClass', size, postalClass) : []
  const addresses = [...addressFaults(piece, 'To'), ...addressFaults(piece, 'From')]
  const all = [...sideFaults(body), ...faults, ...classes, ...addresses, ...metadataFaults(piece)]
  return { faults: distinct(all), templates }
}
