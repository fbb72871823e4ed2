import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../product/paths.ts'

interface Proof {
  /** Of the attack table. */
  row: string
  attack: string
  /** A file of the gate and words of a test in it. */
  file: string
  words: string
}

const [auth, contract, wire, deployments] = [
  'apps/api/src/modules/auth/auth.test.ts',
  'apps/api/test/contract.test.ts',
  'apps/api/test/wire.test.ts',
  'apps/api/test/deployments.test.ts',
]
const proof = (row: string, attack: string, file: string, words: string): Proof => ({ row, attack, file, words })

/** Attacks that every change is tried with already: `npm test` runs them, this only sees to it that they are there. */
export const proofs: Proof[] = [
  proof('A01', 'every staff operation without a session', contract, 'answers 401 to a stranger before it reads'),
  proof('A03', 'a session whose signature is off by one', auth, 'off by one'),
  proof('A04', 'methods that the contract does not name', contract, 'answers other methods with 405 and Allow'),
  proof('A05', 'odd spellings of paths', contract, 'is no way in'),
  proof('A07', 'ids that are none', contract, 'refuses ids that are none'),
  proof('A08', 'roles that may not', contract, 'answers 403 to one who is only'),
  proof('A10', 'a session planted before the sign-in', auth, 'another id than the one that was planted'),
  proof('A11', 'a copied cookie after the sign-out', auth, '303 and the session is gone'),
  proof('A12', 'sessions left idle or used for ever', auth, '401 after 30 idle minutes'),
  proof('A14', 'an account that was closed', auth, '401 for a disabled account'),
  proof('A17', 'the cookie over TLS', deployments, 'over TLS the cookie is bound to the host'),
  proof('A19', 'reading logs', 'apps/api/test/canary.test.ts', 'no line of the log holds what a person typed'),
  proof('A22', 'a picture that signs staff out', auth, '403 when another site sends the browser'),
  proof('B01', 'guessing one password', auth, '429 after eight tries on one account'),
  proof('B02', 'one address, many accounts, forged addresses', auth, 'whatever X-Forwarded-For says'),
  proof('B03', 'guessing over two instances', deployments, 'tries to sign in are counted over both'),
  proof('B05', 'finding out who has an account', auth, 'the same for an unknown account'),
  proof('B12', 'being sent elsewhere after signing in', auth, 'return_to'),
  proof('C01', 'writes from another origin', contract, 'is refused from another origin'),
  proof('C07', 'holes in a policy', 'apps/api/src/http/page-policy.test.ts', 'csp_evaluator'),
  proof('C16', 'links that open us', 'apps/site/src/pages/pages.test.tsx', 'noopener'),
  proof('D07', 'signs of LIKE in a search', 'apps/api/src/modules/leads/leads-list.test.ts', 'text taken literally'),
  proof('D08', 'formulas in an export', 'apps/api/src/modules/samples/samples.test.ts', 'formulas tamed'),
  proof('E05', 'prices with hidden decimals', 'apps/api/src/modules/pricing/pricing.test.ts', 'keeps the price'),
  proof('E13', 'a lost update', 'apps/api/src/modules/pricing/pricing.test.ts', '412 for the others'),
  proof('E16', 'arbitrary input for every operation', 'apps/api/test/fuzz.test.ts', 'test.each('),
  proof('E17', 'bodies without an end', wire, '10 MB in chunks'),
  proof('E18', 'compressed bodies', wire, '415 for a compressed body'),
  proof('E19', 'a length and chunks, two hosts, long headers', wire, 'a length and chunks'),
  proof('E23', 'a key with another body', 'apps/api/src/modules/leads/leads.test.ts', '422 for a key that came before'),
]

/** Proofs whose file or words are gone. */
export const missingProofs = (): string[] =>
  proofs.flatMap(({ row, file, words }) => {
    const place = path.join(root, file)
    return existsSync(place) && readFileSync(place, 'utf8').includes(words) ? [] : [`of ${row}: "${words}" in ${file}`]
  })
