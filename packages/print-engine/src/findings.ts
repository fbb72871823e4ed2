import { type Box, boxOf } from './geometry/units.ts'

/** A piece with an error is not mailed. A warning means that something may print badly; a note does not. */
export type Severity = 'error' | 'warning' | 'note'

interface PrintFindingKind {
  severity: Severity
  /** Tells the owner of the template or request how to fix it. */
  remedy: string
}

const error = (remedy: string): PrintFindingKind => ({ severity: 'error', remedy })
const warning = (remedy: string): PrintFindingKind => ({ severity: 'warning', remedy })
const note = (remedy: string): PrintFindingKind => ({ severity: 'note', remedy })

/** The findings about a print file. Those about a template are in `templateFindingKinds`. */
export const printFindingKinds = {
  wrong_page_count: error(
    'A front or a back is one page. A postcard has two pages, and a letter has up to 12 on six sheets. Remove or add pages.',
  ),
  wrong_page_size: error('Set the page to the size of the piece, including the bleed on all four sides.'),
  wrong_page_box: error('Remove `size` and `marks` from the @page rule. We set the page boxes.'),
  page_blank: warning(
    'Nothing is visible on this page. Remove it, or make sure that its content is not hidden or white.',
  ),
  font_not_embedded: error('Use one of our fonts, or upload yours. They are always embedded.'),
  font_unreadable: error('Export the font again, upload the new file, and use it in the template.'),
  font_style_imitated: warning(
    'Upload the file of this style and add it with @font-face, font-weight, and font-style. Or use a style that the font has.',
  ),
  text_font_substituted: warning('Use a font that has these characters, or write the text without them.'),
  image_resolution_low: warning(
    'Upload a larger image or display it smaller. Images look sharp at 300 pixels per printed inch.',
  ),
  image_resolution_too_low: error(
    'Upload a larger image or display it smaller. Images look blurry below 150 pixels per printed inch.',
  ),
  text_outside_safe_zone: error('Move the text at least 0.125 in inside the trim. The cut can be off by that much.'),
  text_too_small: warning(
    'Set the text in 5 pt or larger, and light text on a dark background in 6 pt or larger. Smaller letters fill in.',
  ),
  text_too_light: warning(
    'Choose a darker color, or a lighter one on a dark background. Small letters in a tint are printed as a few dots.',
  ),
  text_invisible: warning(
    'Choose a darker color, or a lighter one on a dark background. Move the text if other art covers it.',
  ),
  line_too_thin: warning(
    'Draw lines 0.25 pt or wider, and light lines on a dark background 0.5 pt or wider. Thinner lines break up.',
  ),
  ink_coverage_high: warning('Lighten the darkest colors of the art. That much ink dries slowly and smears.'),
  art_in_rgb: note(
    'No action needed unless a color must match exactly. Very bright colors print duller than they look on screen.',
  ),
  text_on_fold: note(
    'No action needed: folded text stays legible. To avoid it, move the text so that the fold falls between two lines.',
  ),
  text_in_window: error('Move the text out of the envelope window. We print the address there.'),
  text_near_window: warning(
    'Move the text to the right of the windows, or 3.2 in from the top. It shows next to the address if the sheet slides.',
  ),
  text_under_overlay: error('Move the text. We print the permit, the return address, or a QR code over it.'),
  text_character_missing: error('Use other characters or a font that has these, or replace them with an image.'),
  text_clipped: error('Shorten the text or enlarge its box. Part of it is cut off.'),
  text_overflows: error('Shorten the text or enlarge its box. It runs off the page or over other content.'),
  ink_free_zone_not_empty: error('Move the art out of the ink-free zone. We print the address and the barcode there.'),
  bleed_incomplete: error('Extend the art 0.125 in past the trim, or end it at least 0.125 in inside.'),
  imb_unreadable: error('Keep everything else away from the Intelligent Mail barcode, then send the request again.'),
  imb_mismatch: error(
    'Remove the Intelligent Mail barcode from the template. We print the one that belongs to the piece.',
  ),
  qr_unreadable: error('Print the QR code dark on a light background, and keep everything else away from it.'),
  qr_mismatch: error('The QR code does not open the requested address. Remove it from the template; we draw it.'),
  qr_module_too_small: error(
    'Enlarge the QR code or shorten its address. Each module must be at least 0.5 mm (0.02 in).',
  ),
  qr_outside_safe_zone: error(
    'Move the QR code at least 0.125 in inside the trim, light border included. The cut can be off by that much.',
  ),
  qr_quiet_zone_too_small: error('Leave a light border of four modules around the QR code.'),
  address_type_too_small: error('Set the address in 8 pt or larger.'),
  address_outside_read_area: error(
    'Keep the address 0.5 in from the sides of the piece, and 0.625 to 2.75 in from its bottom edge.',
  ),
  address_line_too_long: error('Shorten this part of the address, or choose a larger piece.'),
  address_line_missing: error('Complete the address. Each part needs a letter or a digit.'),
  address_character_missing: error('Write the address in the Latin, Greek, or Cyrillic alphabet.'),
  address_state_unknown: error('Use the two-letter USPS code of a state, DC, a territory, or the military.'),
  address_zip_unknown: error('Check the ZIP Code of the address.'),
  address_zip_not_in_state: error('Check the ZIP Code and the state of the address. One of them is wrong.'),
  address_city_mismatch: error(
    'For military and diplomatic mail, use APO, FPO, or DPO as the city and AA, AE, or AP as the state.',
  ),
  address_unit_repeated: error('Keep one unit, such as APT 2, and remove the other.'),
  missing_field: error('Send a value for the field, or give it a default in the template: {{field ?? "text"}}.'),
  unused_field: warning('The template does not use this field. Remove the field, or check its spelling.'),
} as const satisfies Record<string, PrintFindingKind>

export type PrintFindingCode = keyof typeof printFindingKinds

/** A finding and its place. */
export interface PrintFinding {
  code: PrintFindingCode
  severity: Severity
  /** The page of the print file, from 1. Absent for a finding about the whole piece or the request. */
  page?: number
  /** In inches from the top left corner of the page, bleed included. */
  box?: Box
  /** The found value and the allowed values, with figures. */
  detail: string
  remedy: string
}

/** The place of a finding: the whole piece or the request, a page, or a box on a page. */
type Place = { page?: never; box?: never } | { page: number; box?: Box | undefined }

/** The contract's limit. Anything farther off the page is reported at this distance. */
const farthestInches = 1000
/** A thousandth of an inch is finer than any press. */
const printable = (inches: number) =>
  Math.round(Math.min(farthestInches, Math.max(-farthestInches, inches)) * 1000) / 1000

export const printFindingOf = (code: PrintFindingCode, detail: string, { page, box }: Place = {}): PrintFinding => ({
  code,
  severity: printFindingKinds[code].severity,
  ...(page !== undefined && { page }),
  ...(box && { box: boxOf(printable(box.left), printable(box.top), printable(box.width), printable(box.height)) }),
  detail,
  remedy: printFindingKinds[code].remedy,
})
