import { isFormula } from '@app/contract/formats'
import Papa from 'papaparse'

/** Keeps a spreadsheet from running a cell as a formula. An import removes the apostrophe. */
const harmless = (text: string): string => (isFormula(text) ? `'${text}` : text)

/** A CSV file that spreadsheets open. */
export const tableText = (lines: readonly (readonly string[])[]): string =>
  `\uFEFF${Papa.unparse(
    lines.map((cells) => cells.map(harmless)),
    { newline: '\r\n' },
  )}\r\n`
