import type { FieldCode } from '@app/contract'

/** Every `code` of an item in `errors` that is not also a finding's code. */
export const fieldCodes = {
  required: 'The field is required. Add it.',
  unknown_field: 'There is no field with this name. Remove it, or check its spelling.',
  invalid_type: 'The value has the wrong type, for example text instead of a number.',
  value_not_allowed: 'The value is not one of the values in `allowed`.',
  invalid_format: 'The text does not have the format in `allowed`.',
  too_short: 'The text is too short.',
  too_long: 'The text is too long.',
  too_small: 'The number is too small.',
  too_large: 'The number is too large.',
  too_few: 'The list has too few items.',
  too_many: 'The list has too many items, or the object too many fields.',
  invalid: 'Something else is wrong. See `detail`.',
  characters_not_allowed: 'The text contains a NUL character or half of a surrogate pair.',
  postal_class_not_available: 'Postcards are mailed First Class. Standard is for letters.',
  sheets_not_available: 'A postcard is one sheet.',
  date_not_allowed: 'The day is in the past, or too far ahead.',
  test_not_available: '`Test` is only for pieces that are sent with a test key.',
  template_or_sides_required: 'Send one `Template` for the whole piece, or `Front` and `Back`.',
  unknown_template: 'The template does not exist. `GET /v1/templates` lists yours and the built-in ones.',
  template_too_complex:
    'The template takes too long to compile. Use fewer elements, shorter styles, and shorter values.',
  template_size_mismatch: 'The template was made for a different size.',
  template_has_errors: 'The `Lint` of the template has errors. Fix them in a new version.',
  image_type_not_allowed:
    'The file is not an image or a font that can be printed, or it would not print the way it looks on screen.',
  image_unreadable: 'The image cannot be decoded. Save it again in an image editor.',
  image_too_large:
    'The image has too many pixels, or takes too much memory or time to decode. 300 pixels per printed inch is enough.',
  font_type_not_allowed:
    'The file is a variable or color font, a collection, or a font in another format. Upload one TTF, OTF, or WOFF2 file for each weight and style.',
  font_not_embeddable: 'The license in the font (`fsType`) does not allow embedding a subset of it in a PDF file.',
  font_too_large: 'The font has more than 64 tables, or more than 20 MB unpacked.',
} as const satisfies Record<FieldCode, string>
