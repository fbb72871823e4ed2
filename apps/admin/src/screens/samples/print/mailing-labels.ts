import type { SampleRequest } from '@app/api-client'
import { brand } from '@app/brand'
import { sampleTypes } from '../request-display.ts'
import { addressBlock, fitted } from './address-block.ts'
import { type PdfPage, type PdfText, writePdf } from './pdf.ts'

const inch = 72

/** Avery 5160: 30 labels of 2 5/8 x 1 in on a letter sheet, three across. */
const sheet = { columns: 3, rows: 10, left: 0.1875, top: 0.5, across: 2.75, down: 1, width: 2.625, padding: 0.15 }
const labelsPerSheet = sheet.columns * sheet.rows

/** One sheet for every 30 requests, filled row by row. */
export function averyLabels(requests: SampleRequest[]): Uint8Array<ArrayBuffer> {
  const sheets = Array.from({ length: Math.ceil(requests.length / labelsPerSheet) }, (_, index) =>
    requests.slice(index * labelsPerSheet, (index + 1) * labelsPerSheet),
  )
  return writePdf(
    sheets.map((onSheet): PdfPage => ({ width: 8.5 * inch, height: 11 * inch, texts: onSheet.flatMap(averyLabel) })),
  )
}

function averyLabel(request: SampleRequest, index: number): PdfText[] {
  const left = (sheet.left + (index % sheet.columns) * sheet.across + sheet.padding) * inch
  const top = (sheet.top + Math.floor(index / sheet.columns) * sheet.down) * inch
  const { lines, size } = fitted(addressBlock(request), 10, (sheet.width - 2 * sheet.padding) * inch)
  const leading = Math.min(size * 1.25, (sheet.down * inch - 6) / lines.length)
  // In the middle of the label, as tall as it is.
  const first = top + (sheet.down * inch - leading * lines.length) / 2 + size
  return lines.map((text, line) => ({ x: left, y: first + line * leading, size, text }))
}

/** One page of 4 x 6 in for each request, for a thermal printer. */
export function parcelLabels(requests: SampleRequest[]): Uint8Array<ArrayBuffer> {
  return writePdf(requests.map(parcelLabel))
}

const margin = 0.3 * inch

/** Bold letters are wider than those that `textWidth` knows. */
const boldShare = 0.92

function parcelLabel(request: SampleRequest): PdfPage {
  const { companyName, address } = brand
  const from = [companyName, address.street, `${address.city} ${address.state}  ${address.zip}`]
  const to = fitted(addressBlock(request), 16, (4 * inch - 2 * margin) * boldShare)
  return {
    width: 4 * inch,
    height: 6 * inch,
    lines: [
      { x: margin, y: 1.35 * inch, width: 4 * inch - 2 * margin },
      { x: margin, y: 5.3 * inch, width: 4 * inch - 2 * margin },
    ],
    texts: [
      ...from.map((line, index) => ({ x: margin, y: 0.5 * inch + index * 13, size: 10, text: line.toUpperCase() })),
      { x: margin, y: 1.7 * inch, size: 10, text: 'SHIP TO' },
      ...to.lines.map((text, index) => ({
        x: margin,
        y: 2.1 * inch + index * to.size * 1.35,
        size: to.size,
        text,
        isBold: to.size >= 14,
      })),
      { x: margin, y: 5.6 * inch, size: 10, text: `PRINT SAMPLES: ${contents(request).toUpperCase()}` },
    ],
  }
}

const contents = ({ sampleType }: SampleRequest) => sampleTypes[sampleType] ?? sampleType
