import type { SignIn, SignInFactor, SignInOutcome } from '@app/api-client'

export const outcomeLabels: Record<SignInOutcome, string> = {
  signed_in: 'Signed in',
  refused: 'Failed',
  limited: 'Too many attempts',
}
export const outcomeColors: Record<SignInOutcome, string> = { signed_in: 'teal', refused: 'red', limited: 'gold' }

const factors: Record<SignInFactor, string> = {
  authenticator: 'Password and code',
  recovery_code: 'Password and recovery code',
  passkey: 'Passkey',
}

export function methodText({ method, factor }: Pick<SignIn, 'method' | 'factor'>): string {
  if (factor) return factors[factor]
  return method === 'sso' ? 'Single sign-on' : 'Password'
}
