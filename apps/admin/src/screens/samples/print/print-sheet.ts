import type { SampleRequest } from '@app/api-client'
import { addressText } from './address-block.ts'
import { averyLabels, parcelLabels } from './mailing-labels.ts'
import { packingSlips } from './packing-slips.ts'
import { type PdfPage, writePdf } from './pdf.ts'
import { type Unprintable, unprintableOf } from './printable.ts'
import { loadTypefaces, type Typefaces } from './typefaces.ts'

export type SheetName = 'labels-4x6' | 'labels-avery-5160' | 'packing-slips'

export interface PrintedSheet {
  /** A PDF. */
  file: Uint8Array<ArrayBuffer>
  unprintable: Unprintable[]
  /** Requests whose address is too long for their label. */
  cut: SampleRequest[]
}

type Layout = { pages: PdfPage[]; cut: SampleRequest[]; textOf: (request: SampleRequest) => string }

const labelText = (request: SampleRequest) => addressText(request).join('\n')
const slipText = (request: SampleRequest) =>
  [...addressText(request), request.templateName ?? '', request.notes ?? ''].join('\n')

type Layouts = Record<SheetName, (requests: SampleRequest[], typefaces: Typefaces, firstLabel: number) => Layout>

const layouts: Layouts = {
  'labels-4x6': (requests, typefaces) => ({ ...parcelLabels(requests, typefaces), textOf: labelText }),
  'labels-avery-5160': (requests, typefaces, firstLabel) => ({
    ...averyLabels(requests, typefaces, firstLabel),
    textOf: labelText,
  }),
  'packing-slips': (requests, typefaces) => ({ pages: packingSlips(requests, typefaces), cut: [], textOf: slipText }),
}

/**
 * Draws one label or slip per request, and reports what staff should check before they print.
 * @param firstLabel the first free label of an Avery sheet, from 1
 * @throws when the fonts cannot be loaded
 */
export async function printSheet(
  sheet: SheetName,
  requests: SampleRequest[],
  firstLabel: number,
): Promise<PrintedSheet> {
  const typefaces = await loadTypefaces()
  const { pages, cut, textOf } = layouts[sheet](requests, typefaces, firstLabel)
  return {
    file: await writePdf(pages, typefaces),
    unprintable: unprintableOf(requests, textOf, typefaces.regular),
    cut,
  }
}
