import type { TemplateFinding, TemplateFindingCode } from './compile/finding.ts'
import type { PrintFinding, PrintFindingCode } from './findings.ts'

/** A finding of a proof: about a template, the values, or the print file. */
export type ProofCheck = Omit<PrintFinding, 'code'> & { code: PrintFindingCode | TemplateFindingCode }

/** A template finding as a finding of its page, or of the whole piece when the template draws all pages. */
export function templateCheckOf(finding: TemplateFinding, page: number | undefined): ProofCheck {
  const { code, severity, found, allowed, remedy, line, column } = finding
  const place = line === undefined ? '' : ` in line ${line}, column ${column}`
  return {
    code,
    severity,
    ...(page !== undefined && { page }),
    detail: `Found "${found}"${place}. Allowed: ${allowed}.`,
    remedy,
  }
}
