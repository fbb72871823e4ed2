import { type Proof, proofOf as proof } from '../proof.ts'

const [auth, contract, wire, deployments] = [
  'apps/api/src/modules/auth/auth.test.ts',
  'apps/api/test/contract.test.ts',
  'apps/api/test/wire.test.ts',
  'apps/api/test/deployments.test.ts',
]
const [leads, samples, links, ownPassword, templates] = [
  'apps/api/src/modules/leads/leads.test.ts',
  'apps/api/src/modules/samples/samples.test.ts',
  'apps/api/src/modules/staff/one-time-links.test.ts',
  'apps/api/src/modules/auth/own-password.test.ts',
  'apps/api/src/modules/templates/templates.test.ts',
]

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
  proof('A13', 'sessions that are kept busy', auth, 'after 12 hours of use'),
  proof('A14', 'an account that was closed', auth, '401 for a disabled account'),
  proof(
    'A15',
    'sessions from before a change of the password',
    links,
    '201 and nothing changes before the link is used',
  ),
  proof('A15', 'other sessions after one’s own change', ownPassword, 'this session goes on, the others end'),
  proof('A17', 'the cookie over TLS', deployments, 'over TLS the cookie is bound to the host'),
  proof('A19', 'reading logs', 'apps/api/test/canary.test.ts', 'no line of the log holds what a person typed'),
  proof('A22', 'a picture that signs staff out', auth, '403 when another site sends the browser'),
  proof('B01', 'guessing one password', auth, '429 after eight tries on one account'),
  proof('B02', 'one address, many accounts, forged addresses', auth, 'whatever X-Forwarded-For says'),
  proof('B03', 'guessing over two instances', deployments, 'tries to sign in are counted over both'),
  proof('B04', 'an address that is made up anew each time', auth, 'whatever X-Forwarded-For says'),
  proof('B05', 'finding out who has an account', auth, 'the same for an unknown account'),
  proof(
    'B08',
    'a start with settings that everybody knows',
    'apps/api/src/config.test.ts',
    'names every bad setting at once',
  ),
  proof('B12', 'being sent elsewhere after signing in', auth, 'return_to'),
  proof(
    'B13',
    'reading the log after an attempt',
    'apps/api/src/modules/staff/sign-ins.test.ts',
    'one line for each attempt',
  ),
  proof(
    'B14',
    'a password that was stolen (why there is no second factor)',
    'docs/security.md',
    'Passwords have no second factor',
  ),
  proof('B15', 'changing one’s password without the present one', ownPassword, '400 on its member for'),
  proof('C01', 'writes from another origin', contract, 'is refused from another origin'),
  proof('C04', 'forms and multipart instead of JSON', leads, '415 for a body of'),
  proof('C07', 'holes in a policy', 'apps/api/src/http/page-policy.test.ts', 'csp_evaluator'),
  proof(
    'C13',
    'what browsers report',
    'apps/api/src/modules/browser/browser.test.ts',
    '429 beyond the limit of an address',
  ),
  proof(
    'C13',
    'a script that was slipped in',
    'e2e/src/page-policy.e2e.ts',
    'does not run, and the report on it is taken',
  ),
  proof('C16', 'links that open us', 'apps/site/src/pages/pages.test.tsx', 'noopener'),
  proof('D07', 'signs of LIKE in a search', 'apps/api/src/modules/leads/leads-list.test.ts', 'text taken literally'),
  proof('D08', 'formulas in an export', samples, 'formulas tamed'),
  proof('D09', 'a prototype in a body', leads, "['a prototype'"),
  proof('D13', 'a second recipient in an email', leads, 'an email with a line break'),
  proof('D14', 'JSON within what the CRM is told', 'apps/api/src/modules/crm/crm.test.ts', '"value":999'),
  proof('D16', 'markup in what search engines read', 'apps/site/src/layout/Seo.test.tsx', 'closes no script early'),
  proof('D17', 'images that are programs', templates, "backImageUrl: 'javascript:alert(1)'"),
  proof('E01', 'a body without a member', contract, 'refuses {} with a pointer to each missing member'),
  proof('E05', 'prices with hidden decimals', 'apps/api/src/modules/pricing/pricing.test.ts', 'keeps the price'),
  proof('E09', 'a flood of forms', 'apps/api/src/http/write-limit.test.ts', 'stores no more than the limit'),
  proof('E10', 'machines that fill every field', samples, 'a machine that fills the hidden field'),
  proof(
    'E11',
    'a crash between the record and its task',
    'apps/api/src/modules/crm/crm.test.ts',
    'whose worker was killed',
  ),
  proof('E13', 'a lost update', 'apps/api/src/modules/pricing/pricing.test.ts', '412 for the others'),
  proof('E16', 'arbitrary input for every operation', 'apps/api/test/fuzz.test.ts', 'test.each('),
  proof('E17', 'bodies without an end', wire, '10 MB in chunks'),
  proof('E18', 'compressed bodies', wire, '415 for a compressed body'),
  proof('E19', 'a length and chunks, two hosts, long headers', wire, 'a length and chunks'),
  proof('E20', 'two hosts', wire, "'two hosts', 400"),
  proof('E22', 'an address that is not well formed', wire, 'an address that is not well formed'),
  proof('E23', 'a key with another body', leads, '422 for a key that came before'),
]

const rows = (letter: string, count: number) =>
  Array.from({ length: count }, (_, n) => `${letter}${String(n + 1).padStart(2, '0')}`)

/** Sections A to E: access, signing in, browsers, injection, input. */
export const rowsOfTheTable = [...rows('A', 22), ...rows('B', 15), ...rows('C', 16), ...rows('D', 17), ...rows('E', 24)]
