import { createHash, createPublicKey, verify } from 'node:crypto'
import { Readable } from 'node:stream'
import { afterEach, expect, test } from 'vitest'
import { type MailServer, mailServer } from '#testing/smtp.ts'
import { MailRefused } from './index.ts'
import { dkimKey, dkimRecord, liveMail } from './live.ts'

let server: MailServer | undefined
afterEach(() => server?.close())

async function smtp(recipient: string) {
  server = await mailServer(() => recipient)
  const { letters, envelopes, port } = server
  return { letters, envelopes, mail: liveMail(`smtp://127.0.0.1:${port}`, 'Grace Church <office@example.org>') }
}

const letter = {
  to: 'pat@example.org',
  toName: 'Pat Müller',
  subject: 'Grüße\r\nBcc: everyone@example.org',
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

test('a name and an address outside ASCII leave by SMTPUTF8; a server that can’t is no dead mailbox', async () => {
  const { envelopes, letters, mail } = await smtp('250 fine')
  await mail.send({ ...letter, to: 'josé@example.org', toName: 'José Núñez' })
  expect(envelopes).toEqual([
    expect.stringMatching(/^MAIL FROM:<office@example.org>.* SMTPUTF8/),
    expect.stringMatching(/^RCPT TO:<josé@example.org>/),
  ])
  expect(letters).toHaveLength(1)
  server!.close()
  const other = await smtp('550 5.1.3 bad address')
  const refused = await other.mail.send({ ...letter, to: 'josé@example.org' }).catch(error => error)
  expect(refused).toBeInstanceOf(MailRefused)
  expect([refused.temporary, refused.bounce]).toEqual([false, undefined])
  expect(refused.message).toContain('outside ASCII')
})

test.each([
  ['550 no such user', false, 'hard'],
  ['550 5.1.1 unknown', false, 'hard'],
  ['550 5.7.515 not authenticated', false, undefined],
  ['552 5.2.2 mailbox full', false, 'soft'],
  ['451 try later', true, 'soft'],
  ['550 5.4.1 Recipient address rejected: Access denied. AS(201806281)', false, 'hard'],
  ['550 5.2.1 The email account that you tried to reach is disabled', false, 'hard'],
  ['550 5.1.1 rejected, listed at zen.spamhaus.org', false, undefined],
])('%s is a refusal: nothing has left', async (answer, temporary, bounce) => {
  const { letters, mail } = await smtp(answer)
  const refused = await mail.send(letter).catch(error => error)
  expect(refused).toBeInstanceOf(MailRefused)
  expect(refused.temporary).toBe(temporary)
  expect(refused.bounce).toBe(bounce)
  expect(letters).toEqual([])
})

test('no server at all is a refusal too, worth another try', async () => {
  const mail = liveMail('smtp://127.0.0.1:1', 'office@example.org')
  await expect(mail.send(letter)).rejects.toMatchObject({ temporary: true })
})

test('a campaign’s mail carries its headers, the sender’s name and where answers go', async () => {
  const { letters, mail } = await smtp('250 fine')
  const headers = {
    'List-Unsubscribe': '<https://example.org/u>',
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
  await mail.send({ ...letter, senderName: 'Grace, the Church', replyTo: 'pastor@example.org', headers })
  expect(letters[0]).toMatch(/^From: "Grace, the Church" <office@example.org>$/m)
  expect(letters[0]).toMatch(/^Reply-To: pastor@example.org$/m)
  expect(letters[0]).toMatch(/^List-Unsubscribe: <https:\/\/example.org\/u>$/m)
  expect(letters[0]).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m)
})

test('files travel as parts of the mail, by name and type', async () => {
  const { letters, mail } = await smtp('250 fine')
  const content = Readable.from([Buffer.from('The roof')])
  await mail.send({ ...letter, files: [{ name: 'Dach ä.txt', contentType: 'text/plain', content }] })
  expect(letters[0]).toContain('multipart/mixed')
  expect(letters[0]).toMatch(/Content-Type: text\/plain; name=/)
  expect(letters[0]).toMatch(/Content-Disposition: attachment/)
  expect(letters[0]).toMatch(/The roof|VGhlIHJvb2Y=/)
})

/** Checks a DKIM signature as a mail server does (RFC 6376, relaxed/relaxed), with the key that the domain publishes. */
function verified(raw: string, record: string) {
  const [head, body] = [raw.slice(0, raw.indexOf('\n\n')), raw.slice(raw.indexOf('\n\n') + 2)]
  const fields = head.replace(/\n(?=[ \t])/g, '').split('\n')
  const relaxed = (field: string) => {
    const at = field.indexOf(':')
    return `${field.slice(0, at).toLowerCase().trim()}:${field
      .slice(at + 1)
      .replace(/\s+/g, ' ')
      .trim()}`
  }
  const signature = fields.find(field => /^DKIM-Signature:/i.test(field))!
  const tags = Object.fromEntries(
    signature
      .slice(signature.indexOf(':') + 1)
      .split(';')
      .map(tag => [tag.slice(0, tag.indexOf('=')).trim(), tag.slice(tag.indexOf('=') + 1).replace(/\s+/g, '')]),
  )
  const lines = body.split('\n').map(line => line.replace(/[ \t]+/g, ' ').replace(/ $/, ''))
  const plain = `${lines.join('\r\n').replace(/(\r\n)*$/, '')}\r\n`
  const names = tags.h!.toLowerCase().split(':')
  const signed = names.flatMap(name => fields.filter(field => field.toLowerCase().startsWith(`${name}:`)).map(relaxed))
  const bare = relaxed(signature.replace(/(;\s*b=)[^;]*$/, '$1'))
  const key = createPublicKey({ key: Buffer.from(/p=(.+)$/.exec(record)![1]!, 'base64'), format: 'der', type: 'spki' })
  const data = Buffer.from([...signed, bare].join('\r\n'))
  return {
    names,
    bodyHash: tags.bh === createHash('sha256').update(plain).digest('base64'),
    signature: verify('sha256', data, key, Buffer.from(tags.b!, 'base64')),
  }
}

test('mail is signed with the domain’s key, which the operator’s DNS record checks, unsubscribing included', async () => {
  const { letters, mail } = await smtp('250 fine')
  const headers = {
    'List-Unsubscribe': '<https://example.org/u>',
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
  await mail.send({ ...letter, headers })
  const { name, value } = dkimRecord(dkimKey('example.org'))
  expect(name).toBe('lampstand._domainkey.example.org')
  expect(value).toMatch(/^v=DKIM1; k=rsa; p=/)
  const found = verified(letters[0]!, value)
  expect(found).toMatchObject({ bodyHash: true, signature: true })
  for (const covered of ['from', 'to', 'subject', 'list-unsubscribe', 'list-unsubscribe-post'])
    expect(found.names).toContain(covered)
  expect(verified(letters[0]!.replace('Hello', 'Howdy'), value).bodyHash).toBe(false)
  expect(verified(letters[0]!.replace('example.org/u', 'evil.org/u'), value).signature).toBe(false)
})
