import { crc32 } from 'node:zlib'
import { type Attack, attack } from './attack.ts'
import { isProblem } from './calls.ts'
import { withoutHarm } from './print/aftermath.ts'
import { badImages, largePng } from './print/images.ts'
import { bytesAt, housePiece, Sandbox } from './print/sandbox.ts'
import { brokenTemplates, endlessTemplates, reachingTemplates } from './print/templates.ts'

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** The checksum that a key ends with, in every alphabet that its owner may have chosen. */
function keysWithChecksum(): string[] {
  const random = 'a'.repeat(30)
  const alphabets = [digits, digits.slice(0, 10) + digits.slice(36) + digits.slice(10, 36)]
  return alphabets.map((alphabet) => {
    let rest = crc32(random)
    let sum = ''
    for (let n = 0; n < 6; n += 1) {
      sum = (alphabet[rest % 62] ?? '') + sum
      rest = Math.floor(rest / 62)
    }
    return `sandbox_${random}${sum}`
  })
}

export const printAttacks: Attack[] = [
  attack('G07', 'templates whose layout has no end', (target, checks) =>
    withoutHarm(target, checks, async (sandbox) => {
      for (const { what, html, size } of endlessTemplates) {
        const proof = await sandbox.proofOf(html, { ...(size && { size }) })
        // It is printed or has failed, and either is told.
        checks.failUnless(proof?.Status === 'ready' || proof?.Failure != null, `${what} was refused`)
      }
    }),
  ),
  attack('G08', 'templates of a stranger that reach out of the page', (target, checks) =>
    withoutHarm(target, checks, async (_, origins) => {
      for (const origin of origins) {
        const sandbox = await Sandbox.open(target)
        for (const html of reachingTemplates(origin)) {
          const { Id, Lint } = await sandbox.template(html)
          const isRefused = Lint.some(({ Severity }) => Severity === 'error')
          const proof = await sandbox.proof({ ...housePiece, Front: Id })
          checks.failUnless(isRefused && proof === undefined, `this was printed: ${html.slice(0, 80)}`)
        }
      }
    }),
  ),
  attack('G09', 'templates and values that are made to break the reader', (target, checks) =>
    withoutHarm(target, checks, async (sandbox) => {
      const huge = { Name: 'huge', Size: '4.25x6', Html: '<p>a</p>'.repeat(1_300_000) }
      checks.failUnless(await isProblem(await sandbox.send('POST', '/v1/templates', huge), 413), '10 MB were read')
      for (const [what, html] of brokenTemplates) {
        const { Lint } = await sandbox.template(html)
        checks.failUnless(Lint.length > 0 && Lint.length < 200, `${what} has ${Lint.length} findings`)
      }
      for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf']) {
        const { Id } = await sandbox.template(`<p style="margin:1in">{{${name}}}</p>`)
        // JSON.stringify would leave __proto__ out of an object, so the text is written.
        const { Front: _, Back: __, VariablePayload: ___, ...rest } = housePiece
        const piece = { ...rest, Template: Id }
        const body = JSON.stringify(piece).replace('{', `{"VariablePayload":{"${name}":"Dana"},`)
        const given = await sandbox.send('POST', '/v1/postcards', body)
        // A body with this member is refused as a whole, whatever it is for.
        const isTaken = name === '__proto__' ? given.status === 400 : given.status === 200 || given.status === 202
        checks.failUnless(isTaken, `the field ${name} answered ${given.status}`)
        await given.body?.cancel()
        const missing = await sandbox.send('POST', '/v1/postcards', { ...piece, VariablePayload: {} })
        checks.failUnless((await missing.text()).includes('missing_field'), `the field ${name} has a value of its own`)
      }
    }),
  ),
  attack('G10', 'images that are bombs, or no images', async (target, checks) => {
    // Made before, because this takes longer than anything that the product does with them.
    const images = badImages()
    const large = largePng(9_900)
    await withoutHarm(target, checks, async (sandbox) => {
      for (const [what, bytes] of images) {
        const start = performance.now()
        const answer = await sandbox.upload(bytes)
        const took = performance.now() - start
        // A chunk that no printer reads may be as large as it says, as long as nobody inflates it.
        const isKnown = [201, 400, 413].includes(answer.status) && (answer.status !== 201 || what.includes('300 MB'))
        checks.failUnless(isKnown, `${what} was answered with ${answer.status}`)
        checks.failUnless(took < 5000, `${what} took ${Math.round(took)} ms`)
        await answer.body?.cancel()
      }
      const id = await sandbox.asset(large)
      const pictures = `<img src="asset:${id}" alt="" style="width:1in">`.repeat(40)
      const proof = await sandbox.proofOf(pictures)
      checks.failUnless(proof !== undefined, 'the largest image is refused')
    })
  }),
  attack('G11', 'templates, images and keys of somebody else', (target, checks) =>
    withoutHarm(target, checks, async (owner) => {
      const { Id } = await owner.template('<p style="margin:1in">private</p>')
      const image = await owner.asset(largePng(300))
      const thief = await Sandbox.open(target)
      const readings = [
        await thief.send('GET', `/v1/templates/${Id}`),
        await thief.send('DELETE', `/v1/templates/${Id}`),
        await thief.send('POST', `/v1/templates/${Id}/versions`, { Html: '<p>mine</p>' }),
      ]
      for (const answer of readings)
        checks.failUnless(await isProblem(answer, 404), `a template of another key answered ${answer.status}`)
      checks.failUnless(
        (await thief.proof({ ...housePiece, Back: Id })) === undefined,
        'it was printed for another key',
      )
      checks.failUnless(
        (await Sandbox.anonymous(target).proof({ ...housePiece, Back: Id })) === undefined,
        'it was printed without a key',
      )
      checks.failUnless(
        (await thief.proofOf(`<img src="asset:${image}" alt="">`)) === undefined,
        'an image of another key was printed',
      )
      const list = await (await thief.send('GET', '/v1/templates')).text()
      checks.failUnless(!list.includes(Id), 'it is in the list of another key')
      const own = owner.key ?? ''
      const madeUp = [...keysWithChecksum(), own.slice(0, -1), `${own}a`, own.toLowerCase(), '', 'null', "' or 1=1 --"]
      for (const key of madeUp)
        checks.failUnless(
          await isProblem(await owner.with(key).send('GET', '/v1/sandbox-keys/current'), 401),
          `the key "${key.slice(0, 12)}…" was taken`,
        )
    }),
  ),
  attack('G12', 'links to files of a proof that were changed', (target, checks) =>
    withoutHarm(target, checks, async (sandbox) => {
      const [one, other] = [await sandbox.proof(housePiece), await sandbox.proof(housePiece)]
      if (!one?.PdfUrl || !other?.PdfUrl) return checks.failUnless(false, 'a house template was not printed')
      const link = new URL(one.PdfUrl)
      const changed = (change: (url: URL) => void) => {
        const url = new URL(link)
        change(url)
        return url
      }
      const parameters = link.searchParams
      const links = [
        changed((url) => url.searchParams.set('Expires', String(Number(parameters.get('Expires')) + 86_400))),
        changed((url) =>
          url.searchParams.set('Signature', (parameters.get('Signature') ?? '').replaceAll(/[a-z]/g, 'A')),
        ),
        changed((url) => (url.pathname = url.pathname.replace(one.Id, other.Id))),
        changed((url) => (url.pathname = url.pathname.replace('/pdf', '/png/1'))),
      ]
      for (const url of links) {
        const answer = await fetch(url)
        checks.failUnless(await isProblem(answer, 403), `${url.pathname} answered ${answer.status}`)
      }
      const bare = await fetch(link.origin + link.pathname)
      checks.failUnless(await isProblem(bare, 400), `a link without a signature answered ${bare.status}`)
      const guessed = await sandbox.send('GET', `/v1/proofs/proof_${'0'.repeat(20)}`)
      checks.failUnless(await isProblem(guessed, 404), `a made-up proof answered ${guessed.status}`)
      checks.failUnless((await bytesAt(one.PdfUrl)).subarray(0, 5).toString() === '%PDF-', 'the true link has no PDF')
    }),
  ),
]
