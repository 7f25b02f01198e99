import { expect, test } from 'vitest'
import { runWaitingJobs } from '#kernel/jobs.ts'
import { sealOf } from '#kernel/secrets.ts'
import { fetchMail } from '#providers/mail-in/index.ts'
import { aChurch } from '#testing/church.ts'
import { testHouse } from '#testing/house.ts'
import { mailboxServer } from '#testing/imap.ts'
import { bounceOf, lines } from '#testing/raw-mail.ts'
import { newEmail } from '#testing/sign-in.ts'
import { aServer } from '#testing/web.ts'
import { sealingContextOf, taggedAddress } from './rules/addresses.ts'
import { storeInboundEmail } from './service.ts'

type Church = Awaited<ReturnType<typeof aChurch>>
const comes = async (raw: Uint8Array) => {
  await storeInboundEmail(raw, 'test', 'test')
  await runWaitingJobs()
}
async function query(text: string, ...values: unknown[]) {
  const { owner } = await testHouse()
  return (await owner.query(text, values)).rows
}

/** Staff have written to someone; the message as it left. */
async function written(church: Church) {
  const email = newEmail()
  const person = await church.owner.people.create({
    firstName: 'Pat',
    lastName: 'Miller',
    points: [{ kind: 'email', value: email }],
  })
  const thread = await church.owner.conversations.start({ personId: person.id })
  const key = crypto.randomUUID()
  await church.owner.conversations.send({ id: thread.id, channel: 'email', subject: 'Sunday', text: 'See you?', key })
  await church.settle()
  const { items } = await church.owner.outbox.list({ recipient: email })
  return { email, thread, message: items[0]! }
}
const thread = async (church: Church, id: string) => (await church.owner.conversations.items({ id })).items

const reports = (email: string) => query('select kind, source, detail from mail_reports where value = $1', email)
const stopped = async (email: string) =>
  (await query('select reason from suppressions where value = $1 and lifted_at is null', email)).map(row => row.reason)

test('a bounce that comes as mail is heard at its message, once; a full mailbox stops nothing, a delay is no bounce', async () => {
  const church = await aChurch()
  const { email, message } = await written(church)
  await comes(bounceOf(message.id, '4.4.1', 'still trying', 'delayed'))
  await comes(bounceOf(message.id, '5.7.1', 'blocked by policy'))
  expect(await reports(email)).toEqual([])
  await comes(bounceOf(message.id, '5.2.2', 'mailbox full'))
  expect(await stopped(email)).toEqual([])
  const gone = bounceOf(message.id, '5.1.1', '550 5.1.1 no such user')
  for (const _ of [1, 2]) await comes(gone)
  expect(await reports(email)).toMatchObject([
    { kind: 'soft_bounce', source: 'mail' },
    { kind: 'hard_bounce', source: 'mail', detail: '550 5.1.1 no such user' },
  ])
  expect(await stopped(email)).toEqual(['hard_bounce'])
  expect((await church.owner.outbox.list({ recipient: email })).items[0]).toMatchObject({ state: 'undelivered' })
})

const plainBounces = {
  qmail: (id: string, to: string, said: string) => [
    'From: MAILER-DAEMON@mx.example.net',
    'To: lampstand@127.0.0.1',
    'Subject: failure notice',
    '',
    'Hi. This is the qmail-send program at mx.example.net.',
    'I’m afraid I wasn’t able to deliver your message to the following addresses.',
    'This is a permanent error; I’ve given up. Sorry it didn’t work out.',
    '',
    `<${to}>:`,
    said,
    '',
    '--- Below this line is a copy of the message.',
    '',
    'Return-Path: <lampstand@127.0.0.1>',
    `Message-ID: <${id}@127.0.0.1>`,
    'Subject: Sunday',
    '',
    'See you?',
  ],
  exim: (id: string, to: string, said: string) => [
    'From: Mail Delivery System <Mailer-Daemon@mx.example.net>',
    'To: lampstand@127.0.0.1',
    `X-Failed-Recipients: ${to}`,
    'Auto-Submitted: auto-replied',
    'Subject: Mail delivery failed: returning message to sender',
    '',
    'This message was created automatically by mail delivery software.',
    '',
    `  ${to}`,
    `    host mx.example.org [203.0.113.5]`,
    `    SMTP error from remote mail server after RCPT TO:<${to}>:`,
    `    ${said}`,
    '',
    '------ This is a copy of the message, including all the headers. ------',
    '',
    `Message-ID: <${id}@127.0.0.1>`,
    'Subject: Sunday',
    '',
    'See you?',
  ],
}
test.each([
  ['qmail', 'Sorry, no mailbox here by that name. (#5.1.1)', 'hard_bounce'],
  ['exim', '550 5.1.1 <pat@example.org>: Recipient address rejected: User unknown', 'hard_bounce'],
  ['exim', '552 5.2.2 Mailbox full', undefined],
] as const)(
  'a bounce of %s in plain text is recognized by the Message-ID that it returns: %s',
  async (kind, said, reason) => {
    const church = await aChurch()
    const { email, message } = await written(church)
    await comes(lines(...plainBounces[kind](message.id, email, said)))
    expect(await stopped(email)).toEqual(reason ? [reason] : [])
    expect(await reports(email)).toHaveLength(1)
  },
)

test('Microsoft’s “Recipient address rejected: Access denied” stops the address; words like it from a person do not', async () => {
  const church = await aChurch()
  const { email, message } = await written(church)
  await comes(bounceOf(message.id, '5.4.1', '550 5.4.1 Recipient address rejected: Access denied. AS(201806281)'))
  expect(await stopped(email)).toEqual(['hard_bounce'])
  const other = await written(church)
  const forwarded = plainBounces.qmail(other.message.id, other.email, 'no mailbox here').slice(1)
  await comes(lines(`From: Pat <${other.email}>`, ...forwarded))
  expect(await reports(other.email)).toEqual([])
})

test('the original of a mail can be read and downloaded by anyone who may read its thread', async () => {
  const church = await aChurch()
  const { email, thread: of, message } = await written(church)
  const raw = letter(
    [
      `From: Pat <${email}>`,
      'To: lampstand@127.0.0.1',
      'X-Phone:',
      ' of Pat',
      `In-Reply-To: <${message.id}@127.0.0.1>`,
    ],
    'A',
    '',
    '---',
    '',
    'B',
  )
  await comes(raw)
  const [item] = await thread(church, of.id)
  expect(item).toMatchObject({ text: 'A\n\n---\n\nB', hasOriginal: true })
  const original = await church.staff.inboundEmails.original({ id: item!.messageId! })
  expect(original.headers).toContainEqual({ name: 'X-Phone', value: 'of Pat' })
  expect(original.size).toBe(raw.byteLength)
  const { send } = await aServer()
  const path = `/storage/v1/original-emails/${item!.messageId}`
  const downloaded = await send(path, {
    headers: {
      authorization: `Bearer ${church.people.staff.session.access_token}`,
      'lampstand-client': church.id,
    },
  })
  expect(Buffer.from(await downloaded.arrayBuffer())).toEqual(raw)
  expect((await send(path)).status).toBe(401)
  const stranger = await aChurch()
  await expect(stranger.owner.inboundEmails.original({ id: item!.messageId! })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})

test('a mailbox provider’s report of spam is a complaint; one that undoes it, or names a mail not ours, is none', async () => {
  const church = await aChurch()
  const { email, message } = await written(church)
  const report = (type: string, id: string) =>
    lines(
      'From: fbl@mailbox.example',
      'To: lampstand@127.0.0.1',
      `Subject: ${type} ${id}`,
      'MIME-Version: 1.0',
      'Content-Type: multipart/report; report-type=feedback-report; boundary=b',
      '',
      '--b',
      '',
      'Spam.',
      '--b',
      'Content-Type: message/feedback-report',
      '',
      `Feedback-Type: ${type}`,
      'Version: 1',
      '--b',
      'Content-Type: text/rfc822-headers',
      '',
      `Message-ID:`,
      ` <${id}@127.0.0.1>`,
      '--b--',
      '',
    )
  await comes(report('not-spam', message.id))
  await comes(report('abuse', crypto.randomUUID()))
  expect(await reports(email)).toEqual([])
  await comes(report('abuse', message.id))
  expect(await reports(email)).toMatchObject([{ kind: 'complaint', source: 'mail', detail: 'Reported as abuse' }])
  expect(await stopped(email)).toEqual(['complaint'])
})

const letter = (head: string[], ...body: string[]) =>
  lines('MIME-Version: 1.0', 'Content-Type: text/plain; charset=utf-8', ...head, '', ...body)

test('an answer finds its thread by the mail it answers, without what it quotes; the next answer names it', async () => {
  const church = await aChurch()
  const { email, thread: of, message } = await written(church)
  const mail = letter(
    [
      `From: Pat <${email}>`,
      'To: lampstand@127.0.0.1',
      'Subject: something else',
      `Message-ID: <one.${message.id}@x.org>`,
    ].concat(`In-Reply-To: <${message.id}@127.0.0.1>`),
    'Yes, gladly!',
    '',
    'On Fri, Nov 20, 2026 at 1:00 PM Grace <office@example.org> wrote:',
    '> See you?',
  )
  for (const _ of [1, 2]) await comes(mail)
  const [answer, ...rest] = await thread(church, of.id)
  expect(answer).toMatchObject({ direction: 'in', channel: 'email', text: 'Yes, gladly!' })
  expect(rest).toHaveLength(1)
  await church.owner.conversations.send({ id: of.id, channel: 'email', text: 'Good', key: crypto.randomUUID() })
  const [row] = await query(`select subject, headers from messages where body_text = 'Good' and recipient = $1`, email)
  expect(row.subject).toBe('Re: something else')
  expect(row.headers).toEqual({
    'In-Reply-To': `<one.${message.id}@x.org>`,
    References: `<one.${message.id}@x.org>`,
  })
})

test('or by its sealed address; a forged seal and a familiar subject lead nowhere', async () => {
  const church = await aChurch()
  const { thread: of, message } = await written(church)
  const tag = { kind: 'r' as const, id: message.id }
  const from = newEmail()
  const to = taggedAddress('office@example.org', tag, sealOf(sealingContextOf(tag)))
  const forged = taggedAddress('office@example.org', tag, '0123456789abcdef')
  await comes(letter([`From: ${from}`, `To: ${forged}`, 'Subject: Re: Sunday', 'Message-ID: <a@x>'], 'forged'))
  expect(await query('select client_id from messages where sender = $1', from)).not.toMatchObject([
    { client_id: church.id },
  ])
  await comes(letter([`From: ${from}`, `To: Office <${to}>`, 'Subject: hi', 'Message-ID: <b@x>'], 'from elsewhere'))
  expect(await query(`select client_id from messages where body_text = 'from elsewhere'`)).toEqual([
    { client_id: church.id },
  ])
  // Another address than Pat's: a thread of its own, until someone says whose it is.
  expect(await thread(church, of.id)).toHaveLength(1)
  const { items } = await church.owner.conversations.list({ search: from })
  expect(items).toMatchObject([{ address: from, unread: 1 }])
})

test('HTML becomes words, and no script, frame or picture of it survives; attachments are kept, programs are not', async () => {
  const church = await aChurch()
  const tag = { kind: 'c' as const, id: church.id }
  const to = taggedAddress('office@example.org', tag, sealOf(sealingContextOf(tag)))
  const from = newEmail()
  await comes(
    lines(
      `From: ${from}`,
      `To: ${to}`,
      'Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=',
      'Message-ID: <h@x>',
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary=o',
      '',
      '--o',
      'Content-Type: multipart/alternative; boundary=i',
      '',
      '--i',
      'Content-Type: text/html; charset=utf-8',
      '',
      '<p>Hello <b>there</b></p><script>alert(1)</script>',
      '<img src=x onerror=alert(1)><iframe src="https://evil.example"></iframe>',
      '--i--',
      '--o',
      'Content-Type: text/plain; name="list.txt"',
      'Content-Disposition: attachment; filename="../list.txt"',
      '',
      'a,b',
      '--o',
      'Content-Type: application/octet-stream',
      'Content-Disposition: attachment; filename="run.exe"',
      '',
      'MZ',
      '--o--',
      '',
    ),
  )
  const { items } = await church.owner.conversations.list({ search: from })
  const [item] = await thread(church, items[0]!.id)
  expect(item).toMatchObject({ subject: 'Grüße', text: 'Hello there\n\n[1 attachment is only in the original email.]' })
  const files = await query(
    'select f.name, f.size from message_files f join messages m on m.id = f.message_id where m.sender = $1',
    from,
  )
  expect(files).toEqual([{ name: 'list.txt', size: '4' }])
})

test('a mail of 10 MB and one nested a hundred times are stored; what can’t be read is kept and said', async () => {
  const church = await aChurch()
  const tag = { kind: 'c' as const, id: church.id }
  const to = taggedAddress('office@example.org', tag, sealOf(sealingContextOf(tag)))
  const from = newEmail()
  await comes(letter([`From: ${from}`, `To: ${to}`, 'Message-ID: <big@x>', 'Subject: big'], 'x'.repeat(10_000_000)))
  const [big] = await query('select body_text from messages where sender = $1', from)
  expect(big.body_text).toBe(`${'x'.repeat(200_000)}\n\n[This email is longer. Open the original to read the rest.]`)
  const deep = Array.from({ length: 200 }, (_, i) => `Content-Type: multipart/mixed; boundary=n${i}\r\n\r\n--n${i}\r\n`)
  const bomb = lines(`From: ${from}`, `To: ${to}`, 'Subject: bomb', `MIME-Version: 1.0\r\n${deep.join('')}`, '', 'end')
  await comes(bomb)
  const [row] = await query(`select state, problem from arrived_mails order by id desc limit 1`)
  expect(row).toMatchObject({ state: 'failed', problem: expect.stringMatching(/nesting/i) })
})

test('an absence notice is shown and wakes nobody; a mail that asks for an end is heeded and looked at', async () => {
  const church = await aChurch()
  const { email, thread: of, message } = await written(church)
  await church.owner.conversations.update({ id: of.id, version: of.version, status: 'closed' }).catch(() => {})
  const head = (id: string) => [
    `From: ${email}`,
    'To: x@127.0.0.1',
    `Message-ID: <${id}@x>`,
    `In-Reply-To: <${message.id}@127.0.0.1>`,
  ]
  await comes(letter([...head('away'), 'Auto-Submitted: auto-replied'], 'I am away. Please unsubscribe me from work.'))
  expect((await thread(church, of.id))[0]).toMatchObject({ text: 'I am away. Please unsubscribe me from work.' })
  expect(await church.owner.conversations.get({ id: of.id })).toMatchObject({ waitingSince: null, review: null })
  await comes(letter(head('end'), 'Please take me off your list.'))
  expect(await church.owner.conversations.get({ id: of.id })).toMatchObject({ status: 'open', review: 'fuzzy_stop' })
  expect(await stopped(email)).toEqual(['unsubscribed'])
  await church.owner.conversations.settleReview({ id: of.id, stop: false })
  expect(await stopped(email)).toEqual([])
})

test('a mailbox is read by IMAP: what is stored is marked as seen, and comes once', async () => {
  const church = await aChurch()
  const tag = { kind: 'c' as const, id: church.id }
  const to = taggedAddress('office@example.org', tag, sealOf(sealingContextOf(tag)))
  const from = newEmail()
  const mails = ['one', 'two'].map(word =>
    letter([`From: ${from}`, `To: ${to}`, `Message-ID: <${word}@i>`], word).toString(),
  )
  const mailbox = await mailboxServer(mails)
  const fetched = () => fetchMail(mailbox.url, { most: 1_000_000, take: raw => storeInboundEmail(raw, 'imap', 'test') })
  await fetched()
  await fetched()
  mailbox.close()
  await runWaitingJobs()
  expect([...mailbox.seen]).toEqual([1, 2])
  const rows = await query('select body_text from messages where sender = $1 order by id', from)
  expect(rows.map(row => row.body_text.trim())).toEqual(['one', 'two'])
})

test('the webhook takes mails from anyone who knows the secret', async () => {
  const { send } = await aServer()
  const post = (authorization: string, body: string) =>
    send('/rest/v1/mail-in', { method: 'POST', body, headers: { authorization, 'content-type': 'message/rfc822' } })
  const from = newEmail()
  const mail = letter([`From: ${from}`, 'To: office@example.org', 'Message-ID: <w@x>'], 'by the webhook').toString()
  expect((await post('Bearer wrong', mail)).status).toBe(401)
  expect((await post('', mail)).status).toBe(401)
  const right = `Bearer ${process.env.MAIL_IN_SECRET}`
  expect((await post(right, 'no mail at all')).status).toBe(400)
  expect((await post(right, mail)).status).toBe(200)
  await runWaitingJobs()
  expect(await query('select body_text from messages where sender = $1', from)).toMatchObject([
    { body_text: 'by the webhook' },
  ])
})
