import net from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { MailRefused } from './index.ts'
import { liveMail } from './live.ts'

let server: net.Server | undefined
afterEach(() => server?.close())

/** A mail server of a few lines (RFC 5321), which answers RCPT as it is told and keeps what it is given. */
async function smtp(recipient: string) {
  const letters: string[] = []
  server = net.createServer(socket => {
    let data: string | null = null
    socket.on('error', () => {})
    socket.write('220 test\r\n')
    socket.on('data', chunk => {
      for (const line of chunk.toString().split('\r\n').slice(0, -1)) {
        if (data !== null) {
          if (line !== '.') data += `${line}\n`
          else {
            letters.push(data)
            data = null
            socket.write('250 taken\r\n')
          }
        } else if (/^EHLO/.test(line)) socket.write('250 test\r\n')
        else if (/^RCPT/.test(line)) socket.write(`${recipient}\r\n`)
        else if (line === 'DATA') {
          data = ''
          socket.write('354 go on\r\n')
        } else socket.write(line === 'QUIT' ? '221 bye\r\n' : '250 fine\r\n')
      }
    })
  })
  await new Promise<void>(resolve => server!.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as net.AddressInfo
  return { letters, mail: liveMail(`smtp://127.0.0.1:${port}`, 'Grace Church <office@example.org>') }
}

const letter = {
  to: 'pat@example.org',
  toName: 'Pat Müller',
  subject: 'Grüße\r\nBcc: everybody@example.org',
  text: 'Hello',
  html: '<p>Hello</p>',
  messageId: '01a1f7c5-79eb-7527-bc06-26b665fff9e1',
}

test('a mail server gets both parts, our id, and no header that a subject smuggles in', async () => {
  const { letters, mail } = await smtp('250 fine')
  expect(await mail.send(letter)).toMatchObject({ state: 'sent', provider: 'smtp' })
  expect(letters[0]).toContain(`Message-ID: <${letter.messageId}@example.org>`)
  expect(letters[0]).toContain('multipart/alternative')
  expect(letters[0]).not.toMatch(/^Bcc:/m)
})

test.each([
  ['550 no such user', false],
  ['451 try later', true],
])('%s is a refusal: nothing has left', async (answer, temporary) => {
  const { letters, mail } = await smtp(answer)
  const refused = await mail.send(letter).catch(error => error)
  expect(refused).toBeInstanceOf(MailRefused)
  expect(refused.temporary).toBe(temporary)
  expect(letters).toEqual([])
})

test('no server at all is a refusal too, worth another try', async () => {
  const mail = liveMail('smtp://127.0.0.1:1', 'office@example.org')
  await expect(mail.send(letter)).rejects.toMatchObject({ temporary: true })
})
