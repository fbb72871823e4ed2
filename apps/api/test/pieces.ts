import { movePieces } from '../src/modules/pieces/moves.ts'
import { settlePiece } from '../src/modules/pieces/settle-piece.service.ts'
import { printAtOnce, startPrintApp } from './print.ts'

/** An app without a renderer, and functions that move pieces one step at a time. */
export async function startPieceApp() {
  const started = await startPrintApp()
  const { app, db, orm, sendCard } = started
  await printAtOnce(db)
  const em = orm.em.fork({ useContext: false })

  const call = (key: string, method: 'GET' | 'POST', url: string, payload?: object) =>
    app.inject({ method, url, ...(payload && { payload }), headers: { authorization: `Bearer ${key}` } })
  const read = async (key: string, url: string) => (await call(key, 'GET', url)).json()
  const send = async (key: string, changes: object = {}): Promise<string> => (await sendCard(key, changes)).json().Id
  const proofOf = async (id: string): Promise<string> =>
    (await db.query('select proof_id from piece where id = $1', [id])).rows[0].proof_id
  const finish = async (id: string, { pages = 2, fails = false } = {}) => {
    const proof = await proofOf(id)
    const checks = fails
      ? [{ Code: 'bleed_incomplete', Severity: 'error', Page: 1, Box: null, Detail: 'x', Remedy: '' }]
      : []
    const drawn = Array.from({ length: pages }, () => ({ Side: 'front', Width: 1, Height: 1, hash: 'a'.repeat(64) }))
    await db.query('update print_proof set checks = $2, pages = $3 where id = $1', [
      proof,
      JSON.stringify(checks),
      JSON.stringify(drawn),
    ])
    await em.fork().transactional((transaction) => settlePiece(transaction, proof))
  }
  const move = (piece: string, ...types: Parameters<typeof movePieces>[1][number]['type'][]) =>
    em.fork().transactional((transaction) =>
      movePieces(
        transaction,
        types.map((type) => ({ piece, type })),
      ),
    )
  const typesOf = async (key: string, id: string): Promise<string[]> =>
    (await read(key, `/v1/pieces/${id}`)).Events.map(({ Type }: { Type: string }) => Type.replace('piece.', ''))
  return { ...started, em, call, read, send, proofOf, finish, move, typesOf }
}
