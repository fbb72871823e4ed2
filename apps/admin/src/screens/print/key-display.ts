import type { SandboxKeyStatus, SandboxKeyUse } from '@app/api-client'

export const keyStates: readonly { value: SandboxKeyStatus; label: string }[] = [
  { value: 'active', label: 'Active' },
  { value: 'expired', label: 'Expired' },
  { value: 'revoked', label: 'Revoked' },
]

/** A state that this version does not know is shown as it is. */
export const stateText = (state: string): string => keyStates.find(({ value }) => value === state)?.label ?? state

const figure = new Intl.NumberFormat('en-US')

/** The API stops counting here. */
const mostCounted = 1_000

const countText = (count: number, noun: string): string =>
  `${figure.format(count)}${count >= mostCounted ? '+' : ''} ${noun}${count === 1 ? '' : 's'}`

/** What a key was used for: "12 proofs, 1 template". */
export const usageText = ({ proofs, templates, assets }: SandboxKeyUse): string =>
  [
    countText(proofs, 'proof'),
    ...(templates > 0 ? [countText(templates, 'template')] : []),
    ...(assets > 0 ? [countText(assets, 'asset')] : []),
  ].join(', ')
