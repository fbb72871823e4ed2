import { figure } from '../../components/figure.ts'
import type { SandboxKeyUsage } from '@app/api-client'

/** The API stops counting here. */
const maxCounted = 1_000

const countText = (count: number, noun: string): string =>
  `${figure(count)}${count >= maxCounted ? '+' : ''} ${noun}${count === 1 ? '' : 's'}`

/** How a key was used: "12 proofs, 1 template". */
export const usageText = ({ proofs, templates, assets }: SandboxKeyUsage): string =>
  [
    countText(proofs, 'proof'),
    ...(templates > 0 ? [countText(templates, 'template')] : []),
    ...(assets > 0 ? [countText(assets, 'asset')] : []),
  ].join(', ')
