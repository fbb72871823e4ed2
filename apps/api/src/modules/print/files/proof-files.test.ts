import { describe, expect, test } from 'vitest'
import { anotherInstance, testEnv } from '../../../../test/harness.ts'
import { startPrintApp } from '../../../../test/print.ts'
import { signedLink } from './signed-links.ts'

const { app, db, config, folder, finishedProof } = await startPrintApp()

describe('getProofPdf', () => {
  test('200 with the file, as a download that browsers do not run', async () => {
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

  test(
    '403 for a link with another proof, another expiration, or another signature, or that has expired',
    { tags: ['G12'] },
    async () => {
      const [one, other] = [await finishedProof(), await finishedProof()]
      const ended = signedLink(config.sessionSecrets, `http://localhost/v1/proofs/${one.Id}/pdf`, 1_700_000_000)
      const changed = {
        [one.pdf.replace(one.Id, other.Id)]: 'invalid_link',
        [one.pdf.replace(/Expires=(\d+)/, (_whole, end) => `Expires=${Number(end) + 1}`)]: 'invalid_link',
        [one.pdf.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))]: 'invalid_link',
        [one.front.replace('png/1', 'png/2')]: 'invalid_link',
        [one.pdf.replace('/pdf?', '/png/1?')]: 'invalid_link',
        [ended.replace('http://localhost', '')]: 'link_expired',
      }
      for (const [url, code] of Object.entries(changed))
        expect([url, (await app.inject(url)).json()]).toMatchObject([url, { status: 403, code }])
    },
  )

  test('410 when the file is gone, and 404 when the proof was deleted', async () => {
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

  test('200 during a secret rotation, and 403 after the secret is removed', async () => {
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
  test('200 with the image of each page, and 404 for a page that the proof does not have', async () => {
    const { Id, front, back } = await finishedProof()
    const answers = [await app.inject(front), await app.inject(back)]
    expect(answers.map(({ statusCode, body }) => [statusCode, body])).toEqual([
      [200, 'front picture'],
      [200, 'back picture'],
    ])
    expect(answers[0]?.headers['content-type']).toBe('image/png')
    const link = signedLink(config.sessionSecrets, `http://localhost/v1/proofs/${Id}/png/3`, 4_102_444_800)
    expect((await app.inject(link.replace('http://localhost', ''))).statusCode).toBe(404)
  })
})
