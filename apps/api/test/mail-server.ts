import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

/**
 * How an email server handles an email. lost: keeps it but reports a failure. refuse: rejects the address as unknown.
 * block: rejects everything from us. no-sender: rejects our sender address. hang: gets the email but does not respond.
 */
type Mood = 'well' | 'lost' | 'refuse' | 'block' | 'no-sender' | 'hang'

export interface ReceivedMail {
  to: string[]
  /** Headers and body as received over the wire. */
  raw: string
}

const failure = (message: string, responseCode: number) => Object.assign(new Error(message), { responseCode })

/** A real email server on a separate port, which keeps the emails that it accepts. */
export async function startMailServer() {
  const mails: ReceivedMail[] = []
  const seen = { connections: 0 }
  const held: (() => void)[] = []
  let mood: Mood = 'well'
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 100,
    onConnect(_session, done) {
      seen.connections += 1
      done(mood === 'block' ? failure('Blocked', 554) : null)
    },
    onMailFrom(_address, _session, done) {
      done(mood === 'no-sender' ? failure('Not yours', 550) : null)
    },
    onRcptTo(_address, _session, done) {
      done(mood === 'refuse' ? failure('No such person', 550) : null)
    },
    onData(stream, session, done) {
      void text(stream).then((raw) => {
        const take = () => {
          mails.push({ to: session.envelope.rcptTo.map(({ address }) => address), raw })
          done(mood === 'lost' ? failure('Try again', 451) : null)
        }
        if (mood === 'hang') held.push(take)
        else take()
      })
    },
  })
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const address = server.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    seen,
    setMood: (next: Mood) => (mood = next),
    /** Accepts the emails that it has not responded to. */
    takeHeld: () => held.splice(0).forEach((take) => take()),
    close: () => new Promise<void>((done) => server.close(done)),
  }
}

/** A header of an email, with its folded lines joined. */
export const headerOf = ({ raw }: ReceivedMail, name: string): string | undefined =>
  new RegExp(`^${name}: (.*(?:\r\n[ \t].*)*)`, 'im').exec(raw)?.[1]?.replaceAll(/\r\n\s+/g, ' ')
