import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { anotherInstance, testEnv } from '../../../../test/harness.ts'
import { startPrintApp } from '../../../../test/print.ts'
import { folderStore } from './folder-store.ts'
import { checkLink, signedLink } from './signed-links.ts'

const { app, db, config, folder, finishedProof } = await startPrintApp()
const store = folderStore(folder)

describe('getProofPdf', () => {
  test('200 with the file, as a download that no browser runs', async () => {
    const { Id, pdf } = await finishedProof()
    const answer = await app.inject(pdf)
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toBe('%PDF-1.7')
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${Id}.pdf"`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'cross-origin-resource-policy': 'cross-origin',
    })
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'")
  })

  test('403 for a link of another proof, of another end, or with another signature', { tags: ['G12'] }, async () => {
    const [one, other] = [await finishedProof(), await finishedProof()]
    const changed = [
      one.pdf.replace(one.Id, other.Id),
      one.pdf.replace(/Expires=(\d+)/, (_whole, end) => `Expires=${Number(end) + 1}`),
      one.pdf.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
      one.front.replace('png/1', 'png/2'),
      one.pdf.replace('/pdf?', '/png/1?'),
    ]
    for (const url of changed) {
      const answer = await app.inject(url)
      expect([answer.statusCode, answer.json().code]).toEqual([403, 'invalid_link'])
    }
  })

  test('403 for a link that has ended', async () => {
    const { Id } = await finishedProof()
    const link = signedLink(config.sessionSecrets, `http://localhost/v1/proofs/${Id}/pdf`, 1_700_000_000)
    const answer = await app.inject(link.replace('http://localhost', ''))
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'link_expired'])
  })

  test('410 when its file is gone, and 404 when the proof was deleted', async () => {
    const { Id, pdf, front } = await finishedProof()
    const lost = '0'.repeat(64)
    await db.query(
      `update print_proof set pdf_hash = $2::text, pages = jsonb_set(pages, '{0,hash}', to_jsonb($2::text)) where id = $1`,
      [Id, lost],
    )
    for (const url of [pdf, front]) {
      const answer = await app.inject(url)
      expect([answer.statusCode, answer.json().code]).toEqual([410, 'file_lost'])
    }
    await db.query('delete from print_proof where id = $1', [Id])
    expect((await app.inject(pdf)).statusCode).toBe(404)
  })

  test('200 while the secret is rotated, and 403 once it is gone', async () => {
    const { pdf } = await finishedProof()
    const old = testEnv('')['SESSION_SECRET'] ?? ''
    const fresh = 'y'.repeat(40)
    for (const [secret, status] of [
      [`${fresh},${old}`, 200],
      [fresh, 403],
    ] as const) {
      const instance = await anotherInstance(config, { SESSION_SECRET: secret, FILES_DIR: folder })
      const answer = await instance.inject(pdf)
      await instance.close()
      expect(answer.statusCode).toBe(status)
    }
  })
})

describe('getProofPage', () => {
  test('200 with the picture of each page', async () => {
    const { front, back } = await finishedProof()
    const answers = [await app.inject(front), await app.inject(back)]
    expect(answers.map(({ statusCode, body }) => [statusCode, body])).toEqual([
      [200, 'front picture'],
      [200, 'back picture'],
    ])
    expect(answers[0]?.headers['content-type']).toBe('image/png')
  })

  test('404 for a page that the proof does not have', async () => {
    const { Id } = await finishedProof()
    const link = signedLink(config.sessionSecrets, `http://localhost/v1/proofs/${Id}/png/3`, 4_102_444_800)
    expect((await app.inject(link.replace('http://localhost', ''))).statusCode).toBe(404)
  })

  test('403 for a link that was changed', { tags: ['G12'] }, async () => {
    const { front } = await finishedProof()
    expect((await app.inject(front.replace('png/1', 'png/2'))).statusCode).toBe(403)
  })
})

test('a signature is invalid for another secret, however similar', () => {
  const link = new URL(signedLink(['a'.repeat(32)], 'https://print.example/v1/proofs/x/pdf', 1))
  const given = { Expires: 1, Signature: link.searchParams.get('Signature') ?? '' }
  expect(() => checkLink(['a'.repeat(32)], '/v1/proofs/x/pdf', given)).not.toThrow()
  expect(() => checkLink(['b'.repeat(32)], '/v1/proofs/x/pdf', given)).toThrow('This link was altered')
})

test('a file is found under the hash of its bytes', async () => {
  const bytes = Buffer.from('a picture')
  expect(await store.put(bytes)).toBe(createHash('sha256').update(bytes).digest('hex'))
})
