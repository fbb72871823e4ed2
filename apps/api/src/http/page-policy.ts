import { createHash } from 'node:crypto'

/** Reporting endpoint for policy violations. Pages on another host use the full URL. */
export const reportingHeaders = { 'reporting-endpoints': 'csp="/api/csp-reports"' }

/** A content security policy that allows nothing besides these directives, and reports violations. */
export const pagePolicy = (directives: readonly string[]): string =>
  ["default-src 'none'", ...directives, "base-uri 'none'", "frame-ancestors 'none'", 'report-to csp'].join('; ')

/** A source that allows an inline script or style by its text. */
export const hashSource = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
