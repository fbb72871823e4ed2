import type { BrowserSession, StaffToken, TokenScope } from '@app/api-client'
import { fieldNames, labelOf } from '@app/labels'

export const browserText = ({ browser }: Pick<BrowserSession, 'browser'>): string => browser ?? 'Unknown browser'

const scopes: Record<TokenScope, string> = {
  'leads:read': 'Read leads',
  'leads:write': 'Edit leads',
  'samples:read': 'Read sample requests',
  'samples:write': 'Edit sample requests',
  'pricing:read': 'Read prices',
  'pricing:write': 'Edit prices',
  'changes:write': 'Undo changes',
}

/** In display order. */
export const allScopes = fieldNames(scopes)

/** Unknown scopes are shown as is. */
export const scopeText = (scope: string): string => labelOf(scopes, scope)

export const changesSomething = (scope: TokenScope): boolean => scope.endsWith(':write')

/** Uses the browser's clock for display; the server decides by its own. */
export const hasExpired = ({ expiresAt }: Pick<StaffToken, 'expiresAt'>): boolean => Date.parse(expiresAt) <= Date.now()
