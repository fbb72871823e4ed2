import type { SampleRequest } from '@app/api-client'
import { addressText } from './address-block.ts'
import { averyLabels, parcelLabels } from './mailing-labels.ts'
import { packingSlips } from './packing-slips.ts'
import { type PdfPage, writePdf } from '../../../pdf/pdf.ts'
import { type Unprintable, unprintableOf } from './unprintable.ts'
import { loadTypefaces, type Typefaces } from '../../../pdf/typefaces.ts'

export type SheetName = 'labels-4x6' | 'labels-avery-5160' | 'packing-slips'

/** Problems to report before a sheet is printed. */
export interface SheetCheck {
  /** Requests with characters in their address that come out as boxes. */
  unprintable: Unprintable[]
  /** Requests with such characters in other text of the sheet. */
  boxes: Unprintable[]
  /** Requests whose address is too long for their label. */
  cut: SampleRequest[]
}

type Layout = { pages: PdfPage[]; cut: SampleRequest[] }
type LayOut = (requests: SampleRequest[], typefaces: Typefaces, firstLabel?: number) => Layout

const layouts: Record<SheetName, LayOut> = {
  'labels-4x6': (requests, typefaces) => parcelLabels(requests, typefaces),
  'labels-avery-5160': averyLabels,
  'packing-slips': (requests, typefaces) => ({ pages: packingSlips(requests, typefaces), cut: [] }),
}

const labelText = (request: SampleRequest) => addressText(request).join('\n')
const otherText = ({ templateName = '', notes }: SampleRequest) => [templateName, notes ?? ''].join('\n')

/** @throws when the fonts cannot be loaded */
export async function checkSheet(sheet: SheetName, requests: SampleRequest[]): Promise<SheetCheck> {
  const typefaces = await loadTypefaces()
  return {
    unprintable: unprintableOf(requests, labelText, typefaces.regular),
    boxes: sheet === 'packing-slips' ? unprintableOf(requests, otherText, typefaces.regular) : [],
    cut: layouts[sheet](requests, typefaces).cut,
  }
}

/**
 * Draws one label or slip per request, as a PDF file.
 * @param firstLabel the first free label of an Avery sheet, from 1
 * @throws when the fonts cannot be loaded
 */
export async function drawSheet(sheet: SheetName, requests: SampleRequest[], firstLabel: number): Promise<Blob> {
  const typefaces = await loadTypefaces()
  const { pages } = layouts[sheet](requests, typefaces, firstLabel)
  return new Blob([await writePdf(pages, typefaces)], { type: 'application/pdf' })
}
