import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { freePort } from '@app/embedded-postgres'
import { SMTPServer } from 'smtp-server'

/** A mail server on its own port, which keeps the messages it receives. */
export async function startMailServer() {
  const mails: { to: string[]; raw: string }[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 100,
    onData(stream, session, done) {
      void text(stream).then((raw) => {
        mails.push({ to: session.envelope.rcptTo.map(({ address }) => address), raw })
        done()
      })
    },
  })
  const port = await freePort()
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  return { url: `smtp://127.0.0.1:${port}`, mails, close: () => new Promise<void>((done) => server.close(done)) }
}
