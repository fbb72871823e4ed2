import type { SignIn, SignInOutcome } from '@app/api-client'

export const outcomes = ['signed_in', 'refused', 'limited'] as const satisfies SignInOutcome[]

const texts: Record<SignInOutcome, { text: string; color: string }> = {
  signed_in: { text: 'Signed in', color: 'teal' },
  refused: { text: 'Refused', color: 'red' },
  limited: { text: 'Too many attempts', color: 'gold' },
}

export const outcomeText = (outcome: SignInOutcome): string => texts[outcome].text
export const outcomeColor = (outcome: SignInOutcome): string => texts[outcome].color

export const methodText = (method: SignIn['method']): string => (method === 'sso' ? 'Single sign-on' : 'Password')
