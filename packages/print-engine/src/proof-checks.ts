import type { TemplateFinding, TemplateFindingCode } from './compile/finding.ts'
import type { PrintFinding, PrintFindingCode, Severity } from './findings.ts'
import type { Box } from './geometry/units.ts'

/** A finding of a proof: about a template, the values, or the print file. */
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

/** A template finding as a finding of its page, or of the whole piece when the template draws all pages. */
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
