import type { TemplateFinding, TemplateFindingCode } from './compile/finding.ts'
import type { PrintFinding, PrintFindingCode, Severity } from './findings.ts'
import type { Box } from './geometry/units.ts'

/** What is told about a proof, wherever it was found: in a template, in the values or in the print file. */
export interface ProofCheck {
  code: PrintFindingCode | TemplateFindingCode
  severity: Severity
  /** From 1. Null when the whole piece or the request is meant. */
  page: number | null
  /** In inches from the top left corner of the page, bleed included. */
  box: Box | null
  detail: string
  remedy: string
}

export const printCheckOf = ({ code, severity, page, box, detail, remedy }: PrintFinding): ProofCheck => ({
  code,
  severity,
  page: page ?? null,
  box: box ?? null,
  detail,
  remedy,
})

/** What a template has to say about the page that it draws, or about the whole piece when it draws all pages. */
export function templateCheckOf(finding: TemplateFinding, page: number | undefined): ProofCheck {
  const { code, severity, found, allowed, remedy, line, column } = finding
  const place = line === undefined ? '' : ` in line ${line}, column ${column}`
  return {
    code,
    severity,
    page: page ?? null,
    box: null,
    detail: `Found "${found}"${place}. Allowed: ${allowed}.`,
    remedy,
  }
}
