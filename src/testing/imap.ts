import { once } from 'node:events'
import net from 'node:net'

export interface Mailbox {
  url: string
  /** Uids that have been marked as seen. */
  seen: Set<number>
  close(): void
}

/** A mailbox of a few lines (RFC 3501): one INBOX, whose mails have the uids 1, 2, 3 … */
export async function mailboxServer(mails: string[]): Promise<Mailbox> {
  const seen = new Set<number>()
  const server = net.createServer(socket => {
    const say = (line: string) => socket.write(`${line}\r\n`)
    socket.on('error', () => {})
    say('* OK [CAPABILITY IMAP4rev1] ready')
    let rest = ''
    socket.on('data', chunk => {
      const lines = (rest + chunk.toString('latin1')).split('\r\n')
      rest = lines.pop()!
      for (const line of lines) {
        const [tag, ...words] = line.split(' ')
        answer(words.join(' '), say, mails, seen)
        say(`${tag} OK done`)
        if (/^LOGOUT/i.test(words.join(' '))) socket.end()
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as net.AddressInfo
  return { url: `imap://office:secret@127.0.0.1:${port}/INBOX`, seen, close: () => server.close() }
}

function answer(command: string, say: (line: string) => void, mails: string[], seen: Set<number>): void {
  const [, uid] = /^UID \w+ (\d+)/i.exec(command) ?? []
  const mail = mails[Number(uid) - 1] ?? ''
  if (/^CAPABILITY/i.test(command)) say('* CAPABILITY IMAP4rev1')
  else if (/^(LIST|LSUB)/i.test(command)) say('* LIST () "/" "INBOX"')
  else if (/^SELECT/i.test(command)) {
    say(`* ${mails.length} EXISTS`)
    say('* FLAGS (\\Seen)')
    say('* OK [UIDVALIDITY 1] valid')
    say(`* OK [UIDNEXT ${mails.length + 1}] next`)
  } else if (/^UID SEARCH/i.test(command))
    say(`* SEARCH ${mails.flatMap((_, i) => (seen.has(i + 1) ? [] : [i + 1])).join(' ')}`)
  else if (/^UID FETCH .*BODY/i.test(command))
    say(`* ${uid} FETCH (UID ${uid} BODY[] {${Buffer.byteLength(mail)}}\r\n${mail})`)
  else if (/^UID FETCH/i.test(command)) say(`* ${uid} FETCH (UID ${uid} RFC822.SIZE ${Buffer.byteLength(mail)})`)
  else if (/^UID STORE/i.test(command)) seen.add(Number(uid))
}
