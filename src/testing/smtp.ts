import { once } from 'node:events'
import net from 'node:net'

export interface MailServer {
  port: number
  /** Everything it took, as it came over the wire. */
  letters: string[]
  /** MAIL and RCPT, as they came. */
  envelopes: string[]
  close(): void
}

/** A mail server of a few lines (RFC 5321), which answers RCPT as it is told and keeps what it is given. */
export async function mailServer(recipient: (address: string) => string, port = 0): Promise<MailServer> {
  const letters: string[] = []
  const envelopes: string[] = []
  const server = net.createServer(socket => {
    let data: string | null = null
    let rest = ''
    const say = (line: string) => socket.write(`${line}\r\n`)
    socket.on('error', () => {})
    say('220 test')
    socket.on('data', chunk => {
      const lines = (rest + chunk).split('\r\n')
      rest = lines.pop()!
      for (const line of lines) {
        if (data === null && /^(MAIL|RCPT)/.test(line)) envelopes.push(line)
        if (data !== null) {
          if (line !== '.') data += `${line}\n`
          else {
            letters.push(data)
            data = null
            say('250 taken')
          }
        } else if (/^EHLO/.test(line)) say('250-test\r\n250 SMTPUTF8')
        else if (/^RCPT/.test(line)) say(recipient(/<([^>]*)>/.exec(line)![1]!))
        else if (line === 'DATA') {
          data = ''
          say('354 go on')
        } else say(line === 'QUIT' ? '221 bye' : '250 fine')
      }
    })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return { port: (server.address() as net.AddressInfo).port, letters, envelopes, close: () => server.close() }
}
