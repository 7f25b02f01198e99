import chardet from 'chardet'

/** How the bytes of a file become text. `mixed`: UTF-8 with lines in Windows-1252 among them. */
export interface Encoding {
  label: string
  mixed: boolean
}

export interface DecodeReport {
  /** NUL characters taken out. */
  nuls: number
  /** Places where no character could be made out; each reads "�". */
  replaced: number
  /** Lines that were not in UTF-8 and were read as Windows-1252. */
  repairedLines: number
  /** Cards whose photo was left out. */
  photos?: number
}

export interface Decoder {
  write(bytes: Uint8Array): string
  end(): string
  report: DecodeReport
}

const marks: [string, number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

/** Encoding of a file from pieces of it; the first begins where the file begins. */
export function detectEncoding(samples: readonly Uint8Array[]): Encoding {
  const start = samples[0] ?? new Uint8Array()
  const mark = marks.find(([, bytes]) => bytes.every((byte, i) => start[i] === byte))?.[0] ?? wideWithoutMark(start)
  if (mark && mark !== 'utf-8') return { label: mark, mixed: false }
  const lines = countUtf8Lines(samples)
  if (lines.invalid === 0) return { label: 'utf-8', mixed: false }
  if (lines.valid >= lines.invalid || mark === 'utf-8') return { label: 'utf-8', mixed: true }
  return { label: singleByte(samples), mixed: false }
}

/** UTF-16 shows as a NUL in nearly every second place. */
function wideWithoutMark(bytes: Uint8Array): string | null {
  const pairs = Math.min(bytes.length, 4096) >> 1
  if (pairs < 2) return null
  let [even, odd] = [0, 0]
  for (let i = 0; i < pairs; i++) {
    if (bytes[2 * i] === 0) even++
    if (bytes[2 * i + 1] === 0) odd++
  }
  if (odd > pairs * 0.6 && even < pairs * 0.1) return 'utf-16le'
  return even > pairs * 0.6 && odd < pairs * 0.1 ? 'utf-16be' : null
}

/** Lines with other than ASCII, by whether they are UTF-8. Cut-off lines at the ends of a sample don't count. */
function countUtf8Lines(samples: readonly Uint8Array[]) {
  const counts = { valid: 0, invalid: 0 }
  for (const [index, sample] of samples.entries()) {
    const lines = splitLines(sample)
    const whole = lines.slice(index === 0 ? 0 : 1, lines.length > 1 ? -1 : undefined)
    for (const line of whole)
      if (line.some(byte => byte > 127)) counts[strictUtf8(line) === null ? 'invalid' : 'valid']++
  }
  return counts
}

function splitLines(bytes: Uint8Array): Uint8Array[] {
  const lines: Uint8Array[] = []
  let from = 0
  for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, from)) {
    lines.push(bytes.subarray(from, end + 1))
    from = end + 1
  }
  lines.push(bytes.subarray(from))
  return lines
}

const utf8 = new TextDecoder('utf-8', { fatal: true })
function strictUtf8(bytes: Uint8Array): string | null {
  try {
    return utf8.decode(bytes)
  } catch {
    return null
  }
}

const westernLetters = new Set('áéíóúñäöüßàèìòùçâêîôûëïãõåøæÁÉÍÓÚÑÄÖÜÀÈÌÒÙÇÂÊÎÔÛËÏÃÕÅØÆ')

/** Western text is told by its own letters; other scripts by the frequency tables of the detector. */
function singleByte(samples: readonly Uint8Array[]): string {
  const western = ['windows-1252', 'macintosh'].map(label => ({ label, share: westernShare(samples, label) }))
  const best = western.sort((a, b) => b.share - a.share)[0]!
  if (best.share >= 0.6) return best.label
  for (const { name } of chardet.analyse(highLines(samples))) {
    const label = name.toLowerCase().replace(/^iso-8859-1$/, 'windows-1252')
    if (!label.startsWith('utf') && isKnown(label)) return label
  }
  return best.label
}

/** How many of the bytes above ASCII, beside a letter, are letters of western Europe. */
function westernShare(samples: readonly Uint8Array[], label: string): number {
  const decoder = new TextDecoder(label)
  let [letters, all] = [0, 0]
  for (const sample of samples) {
    for (const [, found = ''] of decoder
      .decode(sample)
      .matchAll(/(?<=[a-zA-Z])([^\0-\x7F])|([^\0-\x7F])(?=[a-zA-Z])/gu)) {
      all++
      if (westernLetters.has(found)) letters++
    }
  }
  return all === 0 ? 0 : letters / all
}

function highLines(samples: readonly Uint8Array[]): Uint8Array {
  const lines = samples.flatMap(splitLines).filter(line => line.some(byte => byte > 127))
  const bytes = new Uint8Array(
    Math.min(
      65536,
      lines.reduce((sum, line) => sum + line.length, 0),
    ),
  )
  let at = 0
  for (const line of lines) {
    const part = line.subarray(0, bytes.length - at)
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

function isKnown(label: string): boolean {
  try {
    return Boolean(new TextDecoder(label))
  } catch {
    return false
  }
}

/** Turns the file's bytes into text piece by piece, without NULs, and counts what it had to fix. */
export function decoder({ label }: Encoding): Decoder {
  const report: DecodeReport = { nuls: 0, replaced: 0, repairedLines: 0 }
  const decode = label === 'utf-8' ? mendingUtf8(report) : streaming(label)
  const tidy = (text: string) => {
    if (text.includes('\0')) report.nuls += text.split('\0').length - 1
    if (text.includes('\uFFFD')) report.replaced += text.split('\uFFFD').length - 1
    return text.replaceAll('\0', '')
  }
  return { report, write: bytes => tidy(decode(bytes, false)), end: () => tidy(decode(new Uint8Array(), true)) }
}

function streaming(label: string) {
  const text = new TextDecoder(label)
  return (bytes: Uint8Array, final: boolean) => text.decode(bytes, { stream: !final })
}

/** Works on whole lines, so that a line in another encoding can be read by itself. */
function mendingUtf8(report: DecodeReport) {
  const western = new TextDecoder('windows-1252')
  let rest: Uint8Array = new Uint8Array()
  const mend = (line: Uint8Array) => {
    const text = strictUtf8(line)
    if (text === null) report.repairedLines++
    return text ?? western.decode(line)
  }
  return (bytes: Uint8Array, final: boolean) => {
    const all = rest.length === 0 ? bytes : joined(rest, bytes)
    const end = final || all.length > 2_000_000 ? all.length : all.lastIndexOf(10) + 1
    const lines = all.subarray(0, end)
    rest = all.slice(end)
    return strictUtf8(lines) ?? splitLines(lines).map(mend).join('')
  }
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  const both = new Uint8Array(a.length + b.length)
  both.set(a)
  both.set(b, a.length)
  return both
}

/** A sentence about a file that is no text at all, else null. */
export function notText(start: Uint8Array): string | null {
  const head = String.fromCharCode(...start.subarray(0, 16))
  if (start.length === 0) return 'This file is empty.'
  if (head.startsWith('PK\x03\x04') || head.startsWith('\xD0\xCF\x11\xE0')) {
    return 'This looks like an Excel workbook. In Excel choose “Save as”, then “CSV UTF-8”, and import that file.'
  }
  if (head.startsWith('%PDF')) return 'This is a PDF. Please export your people as a CSV file and import that.'
  return isBinary(start)
    ? 'This file has no readable text. Please export your people as a CSV file and import that.'
    : null
}

function isBinary(start: Uint8Array): boolean {
  if (
    marks.some(([label, bytes]) => label !== 'utf-8' && bytes.every((byte, i) => start[i] === byte)) ||
    wideWithoutMark(start)
  )
    return false
  const sample = start.subarray(0, 65536)
  const control = sample.reduce((sum, byte) => sum + (byte < 9 || (byte > 13 && byte < 32 && byte !== 27) ? 1 : 0), 0)
  return control > sample.length * 0.1
}
