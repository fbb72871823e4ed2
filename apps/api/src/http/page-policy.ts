/** Where browsers report what a page's policy stopped. Pages that another server delivers name it by its full address. */
export const reportingHeaders = { 'reporting-endpoints': 'csp="/api/csp-reports"' }

/** A content security policy of these directives that also reports. */
export const pagePolicy = (directives: readonly string[]): string => [...directives, 'report-to csp'].join('; ')
