import { type Box, boxOf } from './geometry/units.ts'

/** An error keeps a piece from being mailed. A warning is printed as it is. */
export type Severity = 'error' | 'warning'

interface PrintFindingKind {
  severity: Severity
  /** What the owner of the template or of the request can do about it. */
  remedy: string
}

/** Everything that a check of a print file can find. What is wrong in a template is told when it is compiled. */
export const printFindingKinds = {
  page_count_wrong: {
    severity: 'error',
    remedy:
      'A front or a back is one page, a postcard has two, and a letter has at most 12 on six sheets. Remove or add pages.',
  },
  page_size_wrong: {
    severity: 'error',
    remedy: 'Set the page to the size of the piece, including the bleed on all four sides.',
  },
  page_box_wrong: {
    severity: 'error',
    remedy: 'Leave the page boxes to us: upload the template as HTML, without an @page rule of its own.',
  },
  page_blank: {
    severity: 'warning',
    remedy: 'Nothing is printed on this page. Remove it, or check that its content is not hidden or white.',
  },
  font_not_embedded: {
    severity: 'error',
    remedy: 'Use one of our fonts: they are always embedded.',
  },
  image_resolution_low: {
    severity: 'warning',
    remedy: 'Upload a larger image or show it smaller: 300 pixels for each printed inch look sharp.',
  },
  image_resolution_too_low: {
    severity: 'error',
    remedy: 'Upload a larger image or show it smaller: below 150 pixels for each printed inch it looks blurred.',
  },
  text_outside_safe_zone: {
    severity: 'error',
    remedy: 'Move the text at least 0.125 in inside the trim. A cut may be off by as much.',
  },
  text_on_fold: {
    severity: 'warning',
    remedy: 'Move the text up or down, so that the fold is between two lines.',
  },
  text_in_window: {
    severity: 'error',
    remedy: 'Move the text out of the envelope window. We print the recipient there.',
  },
  text_under_overlay: {
    severity: 'error',
    remedy: 'Move the text: we print the permit, the return address or a QR code over it.',
  },
  text_character_missing: {
    severity: 'error',
    remedy: 'Use characters that our fonts have, or show these ones as an image.',
  },
  text_clipped: {
    severity: 'error',
    remedy: 'Shorten the text or make its box larger: a part of it is cut off.',
  },
  text_overflows: {
    severity: 'error',
    remedy: 'Shorten the text or make its box larger: it runs out of the page or over its neighbors.',
  },
  ink_free_zone_not_empty: {
    severity: 'error',
    remedy: 'Move the art out of the ink-free zone, where we print the address and the barcode.',
  },
  art_short_of_bleed: {
    severity: 'error',
    remedy: 'Extend the art 0.125 in past the trim, or end it at least 0.125 in inside.',
  },
  imb_unreadable: {
    severity: 'error',
    remedy: 'Keep everything else away from the Intelligent Mail barcode, and send the request again.',
  },
  imb_wrong: {
    severity: 'error',
    remedy: 'Remove the Intelligent Mail barcode from the template. We print the one that belongs to the piece.',
  },
  qr_unreadable: {
    severity: 'error',
    remedy: 'Print the QR code dark on a light ground, and keep everything else away from it.',
  },
  qr_wrong: {
    severity: 'error',
    remedy:
      'The QR code opens another address than the request names. Remove it from the template, and let us draw it.',
  },
  qr_module_too_small: {
    severity: 'error',
    remedy: 'Show the QR code larger, or shorten its address: one module is at least 0.5 mm (0.02 in).',
  },
  qr_quiet_zone_too_small: {
    severity: 'error',
    remedy: 'Leave a light border of four modules around the QR code.',
  },
  address_type_too_small: {
    severity: 'error',
    remedy: 'Set the address in at least 8 pt.',
  },
  address_outside_read_area: {
    severity: 'error',
    remedy: 'Keep the address 0.5 in from the sides of the piece, and 0.625 to 2.75 in from its bottom edge.',
  },
  address_line_too_long: {
    severity: 'error',
    remedy: 'Shorten this part of the address, or choose a larger piece.',
  },
  address_line_missing: {
    severity: 'error',
    remedy: 'Complete the address. Each part of it needs a letter or a digit.',
  },
  address_character_missing: {
    severity: 'error',
    remedy: 'Write the address with letters of the Latin, Greek or Cyrillic alphabet.',
  },
  missing_field: {
    severity: 'error',
    remedy: 'Send a value for the field, or give it a default in the template: {{field ?? "text"}}.',
  },
  unused_field: {
    severity: 'warning',
    remedy: 'The template does not use this field. Remove the field, or check how its name is spelled.',
  },
} as const satisfies Record<string, PrintFindingKind>

export type PrintFindingCode = keyof typeof printFindingKinds

export const printFindingCodes: readonly PrintFindingCode[] =
  // Object.keys has the type string[], whatever the keys of the object are.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  Object.keys(printFindingKinds) as PrintFindingCode[]

/** What a check found, and where. */
export interface PrintFinding {
  code: PrintFindingCode
  severity: Severity
  /** The page of the print file, from 1. None when the whole piece or the request is meant. */
  page?: number
  /** In inches from the top left corner of the page, bleed included. */
  box?: Box
  /** What was found and what is allowed, with figures. */
  detail: string
  remedy: string
}

/** Where a finding is: nowhere, on a page, or in a box of a page. */
type Place = { page?: never; box?: never } | { page: number; box?: Box }

/** A thousandth of an inch is finer than any press. */
const printable = (inches: number) => Math.round(inches * 1000) / 1000

export const printFindingOf = (code: PrintFindingCode, detail: string, { page, box }: Place = {}): PrintFinding => ({
  code,
  severity: printFindingKinds[code].severity,
  ...(page !== undefined && { page }),
  ...(box && { box: boxOf(printable(box.left), printable(box.top), printable(box.width), printable(box.height)) }),
  detail,
  remedy: printFindingKinds[code].remedy,
})
