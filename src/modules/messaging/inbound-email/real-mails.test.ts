import { readFileSync } from 'node:fs'
import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { parseEmail } from './rules/reading.ts'

/** Raw mails in the shapes of 30 mail programs, written by someone who had not seen the rules; bytes as Latin-1. */
interface RealMail {
  name: string
  /** Lines that its writer wrote. */
  own: string[]
  /** Lines of a quotation or a signature alone. */
  quoted: string[]
  /** Of those, lines that are shown: what is passed on, and a signature that nothing divides from the text. */
  shown?: string[]
  raw: string
}
const mails: RealMail[] = JSON.parse(readFileSync(new URL('../data/real-mails.json', import.meta.url), 'utf8'))
const plain = (text: string) =>
  text
    .replace(/[\s>*_]+/g, ' ')
    .replace(/[’‘]/g, "'")
    .trim()

test.each(mails)(
  '$name: what was written is shown, what is quoted is folded, nothing is lost',
  async ({ own, quoted, shown: passedOn = [], raw }) => {
    const { text, quoted: folded } = parseEmail(await PostalMime.parse(Buffer.from(raw, 'latin1')))
    const [shown, whole] = [plain(text), plain(`${text}\n${folded}`)]
    expect(own.map(plain).filter(line => !shown.includes(line))).toEqual([])
    expect(quoted.map(plain).filter(line => !whole.includes(line))).toEqual([])
    expect(quoted.map(plain).filter(line => shown.includes(line) && !passedOn.map(plain).includes(line))).toEqual([])
  },
)
test('there are thirty', () => expect(mails).toHaveLength(30))
