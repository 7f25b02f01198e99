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
  raw: string
}
const mails: RealMail[] = JSON.parse(readFileSync(new URL('../data/real-mails.json', import.meta.url), 'utf8'))
const plain = (text: string) =>
  text
    .replace(/[\s>*_]+/g, ' ')
    .replace(/[’‘]/g, "'")
    .trim()

/** What is passed on is what they say; a signature that nothing divides from the text is shown with it. */
const mayBeShown = new Set([
  'You threw me out in front of everybody.',
  'I know which door you unlock on Sundays and I will be there first.',
  'This message may contain privileged information intended only for the addressee.',
])

test.each(mails)(
  '$name: what was written is shown, what is quoted is folded, nothing is lost',
  async ({ own, quoted, raw }) => {
    const { text, quoted: folded } = parseEmail(await PostalMime.parse(Buffer.from(raw, 'latin1')))
    const [shown, whole] = [plain(text), plain(`${text}\n${folded}`)]
    expect(own.map(plain).filter(line => !shown.includes(line))).toEqual([])
    expect(quoted.map(plain).filter(line => !whole.includes(line))).toEqual([])
    expect(quoted.map(plain).filter(line => shown.includes(line) && !mayBeShown.has(line))).toEqual([])
  },
)
test('there are thirty', () => expect(mails).toHaveLength(30))
