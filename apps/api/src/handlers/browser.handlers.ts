import type { CspReport } from '@app/contract'
import type { Handlers } from './context.ts'

/** Scheme and host of a URL; a keyword like `inline` is unchanged. Nothing else may reach the log. */
function originOf(address = ''): string {
  if (/^[a-z-]{1,20}$/.test(address)) return address
  return URL.parse(address)?.origin ?? 'unknown'
}

const directivePattern = /^[a-z-]{1,40}$/

/** The logged part of a report. Anyone can send one, and its URLs may contain personal data. */
function violationOf({ body }: CspReport) {
  const { effectiveDirective = '', blockedURL, documentURL = '' } = body
  return {
    event: 'csp-violation',
    directive: directivePattern.test(effectiveDirective) ? effectiveDirective : 'unknown',
    blocked: originOf(blockedURL),
    page: URL.parse(documentURL)?.pathname.slice(0, 100) ?? 'unknown',
  }
}

export const browserHandlers = {
  async createCspReports({ body }, { log }) {
    for (const report of body) if (report.type === 'csp-violation') log.warn(violationOf(report))
  },
} satisfies Handlers
