import type { SignIn, SignInFactor, SignInOutcome } from '@app/api-client'

export const outcomes = ['signed_in', 'refused', 'limited'] as const satisfies SignInOutcome[]

const texts: Record<SignInOutcome, { text: string; color: string }> = {
  signed_in: { text: 'Signed in', color: 'teal' },
  refused: { text: 'Failed', color: 'red' },
  limited: { text: 'Too many attempts', color: 'gold' },
}

export const outcomeText = (outcome: SignInOutcome): string => texts[outcome].text
export const outcomeColor = (outcome: SignInOutcome): string => texts[outcome].color

const factors: Record<SignInFactor, string> = {
  authenticator: 'Password and code',
  recovery_code: 'Password and recovery code',
  passkey: 'Passkey',
}

export function methodText({ method, factor }: Pick<SignIn, 'method' | 'factor'>): string {
  if (factor) return factors[factor]
  return method === 'sso' ? 'Single sign-on' : 'Password'
}
