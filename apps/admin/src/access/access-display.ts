import type { StaffSession, StaffToken, TokenScope } from '@app/api-client'
import { labelOf } from '@app/labels'

export const browserText = ({ browser }: Pick<StaffSession, 'browser'>): string => browser ?? 'Unknown browser'

const scopes: Record<TokenScope, string> = {
  'leads:read': 'Read leads',
  'leads:write': 'Change leads',
  'samples:read': 'Read sample requests',
  'samples:write': 'Change sample requests',
  'pricing:read': 'Read prices',
  'pricing:write': 'Change prices',
  'changes:write': 'Undo changes',
}

/** In the order in which they are offered. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The keys of a complete record are all of its type.
export const allScopes = Object.keys(scopes) as TokenScope[]

/** A scope that this version does not know is shown as it is. */
export const scopeText = (scope: string): string => labelOf(scopes, scope)

export const changesSomething = (scope: TokenScope): boolean => scope.endsWith(':write')

/** Shown by the browser's clock; the server decides by its own. */
export const hasExpired = ({ expiresAt }: Pick<StaffToken, 'expiresAt'>): boolean => Date.parse(expiresAt) <= Date.now()
