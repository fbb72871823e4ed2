import type { SampleRequest } from '@app/api-client'
import { labelOf, sampleTypeLabels } from '@app/labels'
import { brand } from '@app/brand'
import { addressLines } from '@app/mail-piece'
import { addressBlock, fitted, type FittedBlock, leading } from './address-block.ts'
import type { PdfPage, PdfText } from '../../../pdf/pdf.ts'
import type { Typeface, Typefaces } from '../../../pdf/typefaces.ts'

const inch = 72

/** Avery 5160: 30 labels of 2 5/8 x 1 in on a letter sheet, three across. */
const sheet = { columns: 3, rows: 10, left: 0.1875, top: 0.5, across: 2.75, down: 1, width: 2.625, padding: 0.15 }
const labelsPerSheet = sheet.columns * sheet.rows

/** Labels of one kind, and the requests whose address does not fit on them. */
interface Labels {
  pages: PdfPage[]
  cut: SampleRequest[]
}

const averyBlock = (request: SampleRequest, typeface: Typeface) =>
  fitted(addressBlock(request, typeface), {
    typeface,
    width: (sheet.width - 2 * sheet.padding) * inch,
    // Margin for printers that feed the sheet imprecisely.
    height: sheet.down * inch - 4,
    largest: 10,
    readable: 8,
  })

/** Fills sheets row by row. The first sheet may be partly used and starts at label `first`, from 1. */
export function averyLabels(requests: SampleRequest[], { regular }: Typefaces, first = 1): Labels {
  const labels = requests.map((request, index) => {
    return { request, place: first - 1 + index, block: averyBlock(request, regular) }
  })
  const sheets = Array.from({ length: Math.ceil((first - 1 + requests.length) / labelsPerSheet) }, (_, index) =>
    labels.filter(({ place }) => Math.floor(place / labelsPerSheet) === index),
  )
  return {
    pages: sheets.map((onSheet) => ({
      width: 8.5 * inch,
      height: 11 * inch,
      texts: onSheet.flatMap(({ block, place }) => averyLabel(block, place % labelsPerSheet)),
    })),
    cut: labels.filter(({ block }) => block.isCut).map(({ request }) => request),
  }
}

function averyLabel({ lines, size }: FittedBlock, place: number): PdfText[] {
  const left = (sheet.left + (place % sheet.columns) * sheet.across + sheet.padding) * inch
  const top = (sheet.top + Math.floor(place / sheet.columns) * sheet.down) * inch
  const down = size * leading
  // Centered vertically on the label.
  const firstLine = top + (sheet.down * inch - down * lines.length) / 2 + size
  return lines.map((text, line) => ({ x: left, y: firstLine + line * down, size, text }))
}

/** One page of 4 x 6 in per request, for a thermal printer. */
export function parcelLabels(requests: SampleRequest[], { bold }: Typefaces): Labels {
  const labels = requests.map((request) => {
    return { request, block: fitted(addressBlock(request, bold), { typeface: bold, ...parcelBlock }) }
  })
  return {
    pages: labels.map(({ request, block }) => parcelLabel(request, block)),
    cut: labels.filter(({ block }) => block.isCut).map(({ request }) => request),
  }
}

const margin = 0.3 * inch
const inside = 4 * inch - 2 * margin

/** Between "SHIP TO" and the line under it. */
const parcelBlock = { width: inside, height: 3.1 * inch, largest: 16, readable: 13 }

function parcelLabel(request: SampleRequest, to: FittedBlock): PdfPage {
  const { companyName, address } = brand
  const from = addressLines({ name: companyName, ...address })
  return {
    width: 4 * inch,
    height: 6 * inch,
    lines: [
      { x: margin, y: 1.35 * inch, width: inside },
      { x: margin, y: 5.3 * inch, width: inside },
    ],
    texts: [
      ...from.map((text, index) => ({ x: margin, y: 0.5 * inch + index * 13, size: 10, text })),
      { x: margin, y: 1.7 * inch, size: 10, text: 'SHIP TO' },
      ...to.lines.map((text, index) => ({
        x: margin,
        y: 2.1 * inch + index * to.size * leading,
        size: to.size,
        text,
        isBold: true,
      })),
      { x: margin, y: 5.6 * inch, size: 10, text: `PRINT SAMPLES: ${contents(request).toUpperCase()}` },
    ],
  }
}

const contents = ({ sampleType }: SampleRequest) => labelOf(sampleTypeLabels, sampleType)
