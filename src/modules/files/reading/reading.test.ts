import { globSync, readFileSync } from 'node:fs'
import { deflateRawSync, deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { aChurch } from '#testing/church.ts'
import { pngChunk } from '#testing/pictures.ts'
import { aServer } from '#testing/web.ts'
import { type Budget, calendarBudget, documentBudget, emailBudget, refusals } from './rules.ts'
import { readInThread } from './service.ts'

const document = new URL('../../assistant/work/read-document.ts', import.meta.url)
const email = new URL('../../messaging/inbound-email/work/read-email.ts', import.meta.url)
const calendar = new URL('../../calendar/sources/work/read-calendar.ts', import.meta.url)

/** Whether the main thread answers meanwhile: the longest that a timer was late, in milliseconds. */
async function whileAnswering<T>(work: () => Promise<T>): Promise<T> {
  let longest = 0
  let last = performance.now()
  const timer = setInterval(() => {
    longest = Math.max(longest, performance.now() - last - 20)
    last = performance.now()
  }, 20)
  try {
    return await work()
  } finally {
    clearInterval(timer)
    expect(longest).toBeLessThan(2_000)
  }
}

const readDocument = (name: string, content: Uint8Array, budget: Budget = documentBudget) =>
  whileAnswering(() => readInThread<unknown[]>(document, { name, title: name, content }, { budget }))

/** Objects of a PDF from 1, the first of which is its catalog. */
function pdf(objects: (string | Buffer)[]): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')]
  const offsets: number[] = []
  let at = parts[0]!.length
  for (const [i, object] of objects.entries()) {
    offsets.push(at)
    const part = Buffer.concat([Buffer.from(`${i + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n')])
    parts.push(part)
    at += part.length
  }
  const table = offsets.map(offset => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const end = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${at}\n%%EOF`
  return Buffer.concat([...parts, Buffer.from(end)])
}
const stream = (content: Buffer, filter = '/FlateDecode') =>
  Buffer.concat([
    Buffer.from(`<< /Length ${content.length} /Filter ${filter} >>\nstream\n`),
    content,
    Buffer.from('\nendstream'),
  ])
const catalog = '<< /Type /Catalog /Pages 2 0 R >>'
const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'
const page =
  '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>'
const onePage = (content: Buffer) => pdf([catalog, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>', page, content, font])

/** Zip of stored and deflated entries; `copies` of a directory entry may point at one file. */
function zip(entries: { name: string; content: Buffer; copies?: number; size?: number }[]): Buffer {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const { name, content, copies = 1, size = content.length } of entries) {
    const packed = deflateRawSync(content)
    const head = Buffer.alloc(30)
    head.writeUInt32LE(0x04034b50, 0)
    head.writeUInt16LE(20, 4)
    head.writeUInt16LE(8, 8)
    head.writeUInt32LE(packed.length, 18)
    head.writeUInt32LE(size, 22)
    head.writeUInt16LE(name.length, 26)
    for (let copy = 0; copy < copies; copy++) {
      const entry = Buffer.alloc(46)
      entry.writeUInt32LE(0x02014b50, 0)
      entry.writeUInt16LE(20, 6)
      entry.writeUInt16LE(8, 10)
      entry.writeUInt32LE(packed.length, 20)
      entry.writeUInt32LE(size, 24)
      entry.writeUInt16LE(name.length, 28)
      entry.writeUInt32LE(at, 42)
      directory.push(entry, Buffer.from(name))
    }
    files.push(head, Buffer.from(name), packed)
    at += 30 + name.length + packed.length
  }
  const entriesOf = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(directory.length / 2, 8)
  end.writeUInt16LE(directory.length / 2, 10)
  end.writeUInt32LE(entriesOf.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...files, entriesOf, end])
}
const relations = Buffer.from(
  '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="a" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
)
const word = (body: string, head = '') =>
  Buffer.from(
    `<?xml version="1.0"?>${head}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`,
  )
const docx = (content: Buffer, more: { copies?: number; size?: number } = {}) =>
  zip([
    { name: '_rels/.rels', content: relations },
    { name: 'word/document.xml', content, ...more },
  ])

test('a PDF, a Word document and a text are read', async () => {
  const text = deflateSync(Buffer.from('BT /F 12 Tf (Welcome to Grace Chapel, where doors open at nine.) Tj ET'))
  const files: [string, Buffer][] = [
    ['a.pdf', onePage(stream(text))],
    ['a.docx', docx(word('<w:p><w:r><w:t>Welcome to Grace Chapel, where doors open at nine.</w:t></w:r></w:p>'))],
    ['a.txt', Buffer.from('Welcome to Grace Chapel, where doors open at nine.')],
  ]
  for (const [name, content] of files)
    expect(await readDocument(name, content), name).toMatchObject({
      answer: [{ text: 'Welcome to Grace Chapel, where doors open at nine.' }],
    })
})

/** Gigabytes of zeros in few bytes: packed twice. */
const packedTwice = () => deflateSync(deflateSync(Buffer.alloc(400_000_000), { level: 9 }), { level: 9 })
const small: Budget = { memoryMb: 96, bufferBytes: 32_000_000, ms: 15_000 }

test('files that swell are read within their budget or refused with a sentence, and the server answers', async () => {
  const pages = Array.from({ length: 30_000 }, (_, i) => `<< /Type /Pages /Kids [${i + 3} 0 R] /Count 1 >>`)
  const hostile: [string, Buffer][] = [
    ['swells.pdf', onePage(stream(packedTwice(), '[/FlateDecode /FlateDecode]'))],
    [
      'objects.pdf',
      pdf([catalog, '<< /Type /Pages /Kids [] /Count 100000 >>', ...Array(60_000).fill('<< /A [1 2] >>')]),
    ],
    ['deep.pdf', pdf([catalog, ...pages])],
    ['bomb.docx', docx(Buffer.concat([word(''), Buffer.alloc(150_000_000, 0x20)]), { size: 1_000 })],
    ['overlapping.docx', docx(word('<w:p/>'.repeat(100_000)), { copies: 2_000, size: 10 })],
    ['elements.docx', docx(word('<w:p><w:r><w:t>a</w:t></w:r></w:p>'.repeat(400_000)))],
    [
      'entities.docx',
      docx(
        word(
          '<w:p><w:r><w:t>&i;</w:t></w:r></w:p>',
          `<!DOCTYPE x [<!ENTITY a "ha">${[...'bcdefghi'].map((name, i) => `<!ENTITY ${name} "${`&${'abcdefgh'[i]};`.repeat(10)}">`).join('')}]>`,
        ),
      ),
    ],
    ['line.txt', Buffer.alloc(10_000_000, 'word ')],
  ]
  for (const [name, content] of hostile) {
    const read = await readDocument(name, content, small)
    if ('refusal' in read) expect(read.refusal, name).toMatch(/^This file .+\.$/)
    else expect(read.answer.length, name).toBeLessThanOrEqual(400)
  }
}, 180_000)

test('a thread that takes too much memory or time is ended, in its heap and outside of it', async () => {
  const reader = (code: string) => new URL(`data:text/javascript,${encodeURIComponent(code)}`)
  const run = (code: string, budget: Partial<Budget> = {}) =>
    whileAnswering(() => readInThread(reader(code), null, { budget: { ...small, ...budget } }))
  const heap = 'export const read = () => { const all = []; for (;;) all.push({ a: Math.random() }) }'
  const buffers = 'export const read = () => { const all = []; for (;;) all.push(new Uint8Array(1e6).fill(1)) }'
  const oneBuffer = 'export const read = () => new Uint8Array(2e9).length'
  const forever = 'export const read = () => { for (;;); }'
  expect(await run(heap)).toEqual({ refusal: refusals.memory, limit: 'memory' })
  expect(await run(buffers)).toEqual({ refusal: refusals.memory, limit: 'memory' })
  expect(await run(oneBuffer)).toEqual({ refusal: refusals.memory, limit: 'memory' })
  expect(await run(forever, { ms: 500 })).toEqual({ refusal: refusals.time, limit: 'time' })
  expect(await run('export const read = () => { process.exit(1) }')).toMatchObject({ limit: 'content' })
  expect(await run('export const read = x => [x, 7]')).toEqual({ answer: [null, 7] })
})

test('a mail with thousands of nested parts, and one of a single line', async () => {
  const nested = (depth: number) =>
    `From: a@b.example\r\nSubject: x\r\n${Array.from({ length: depth }, (_, i) => `Content-Type: multipart/mixed; boundary="b${i}"\r\n\r\n--b${i}\r\n`).join('')}\r\nx`
  const wide = `Content-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\nContent-Type: text/plain\r\n\r\nx\r\n'.repeat(50_000)}--b--`
  const html = `From: a@b.example\r\nContent-Type: text/html\r\n\r\n${'<div>'.repeat(300_000)}`
  for (const raw of [nested(5_000), wide, html, `From: a@b.example\r\nX: ${'y'.repeat(20_000_000)}`]) {
    const read = await whileAnswering(() =>
      readInThread(email, Buffer.from(raw), { budget: { ...emailBudget, ms: 8_000 } }),
    )
    expect('answer' in read || read.refusal.length > 10).toBe(true)
  }
}, 180_000)

test('a calendar of 10 MB with rules that repeat without end', async () => {
  const event = (i: number) =>
    `BEGIN:VEVENT\r\nUID:${i}\r\nDTSTART:19000101T000000Z\r\nRRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30\r\nEND:VEVENT\r\n`
  const text = `BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${Array.from({ length: 90_000 }, (_, i) => event(i)).join('')}END:VCALENDAR\r\n`
  const reading = { timeZone: 'America/Chicago', from: new Date(), to: new Date(Date.now() + 86_400_000 * 365) }
  const read = await whileAnswering(() =>
    readInThread(calendar, { texts: [text], reading }, { budget: calendarBudget }),
  )
  expect('answer' in read || read.refusal.length > 10).toBe(true)
}, 120_000)

test('a picture of more than 60 megapixels is refused when it is uploaded', async () => {
  const church = await aChurch()
  const server = await aServer()
  const header = Buffer.from([0, 0, 0x75, 0x30, 0, 0, 0x75, 0x30, 8, 2, 0, 0, 0])
  const huge = Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(Buffer.alloc(1_000))),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
  for (const purpose of ['picture', 'logo']) {
    const answer = await server.send(`/storage/v1/uploads?purpose=${purpose}&name=huge.png`, {
      method: 'POST',
      headers: { authorization: `Bearer ${church.people.owner.session.access_token}`, 'lampstand-client': church.id },
      body: huge,
    })
    expect([answer.status, await answer.json()], purpose).toMatchObject([
      400,
      { message: 'This picture has 900 megapixels. Please make it smaller: 60 are possible.' },
    ])
  }
})

test('pictures are opened in one place, which limits their pixels, and documents and mails in a thread alone', () => {
  const sources = globSync('src/**/*.{ts,tsx}').filter(file => !file.includes('.test.'))
  const using = (what: RegExp) => sources.filter(file => what.test(readFileSync(file, 'utf8'))).sort()
  expect(using(/from 'sharp'/)).toEqual(['src/modules/files/service/pictures.ts'])
  expect(using(/(from|import\()\s*'(mammoth|unpdf)'/)).toEqual(['src/modules/assistant/service/document-text.ts'])
  expect(using(/^import PostalMime/m)).toEqual(['src/modules/messaging/inbound-email/service/read-email.ts'])
})
