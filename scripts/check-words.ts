/** Finds words that docs/decisions/033-words.md replaces, in screens, messages, comments, documents and test names. */
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type Prose, proseIn } from './prose.ts'
import exceptions from './words.json' with { type: 'json' }

export interface Exception {
  /** a file, or a folder with a slash at its end */
  file: string
  /** a part of the sentence that has the word; empty: any */
  text: string
  reason: string
}

interface Rule {
  wrong: RegExp
  better: string
}

const everywhere: Rule[] = [
  { wrong: /\bsomebody\b/i, better: 'someone' },
  { wrong: /\banybody\b/i, better: 'anyone' },
  { wrong: /\beverybody\b/i, better: 'everyone' },
  { wrong: /\bwho(m|so)?ever\b/i, better: 'anyone who, people who, the person who' },
  { wrong: /\be-mail/i, better: 'email' },
  {
    wrong: /\b(yeses|(said|says?|saying) yes to|(said|says?|saying) yes\b(?! or)|a yes (to|for|by)\b)/i,
    better: 'opted in, consent, approval',
  },
  { wrong: /\bsa(id|ys?) no to (an?y? )?(message|text|email|mail)/i, better: 'opted out' },
  { wrong: /\bansw(er|ers|ered|ering) STOP\b/, better: 'replied STOP' },
  { wrong: /\basked to stop\b|\basked us to stop\b/i, better: 'opted out' },
  { wrong: /\b(written|writes?|writing|wrote) (it |them )?down\b/i, better: 'recorded, logged, entered, transcribed' },
  { wrong: /\b(goes|go|going|went|gone) out\b(?! of)/i, better: 'is sent' },
  { wrong: /\b(taken|takes?|took|taking) (it |them |this |that )?back\b/i, better: 'undone, canceled, removed' },
  { wrong: /\bleft in peace\b/i, better: 'promotions are paused' },
  { wrong: /\bmend(s|ed|ing)?\b/i, better: 'fix' },
  {
    wrong: /\b(this|the|our|own|another|running|fresh) house\b|\bhouse (account|rules)\b|\ba house (of|behind|that)\b/i,
    better: 'server, installation, operator account, project',
  },
  { wrong: /\breckoned\b/i, better: 'calculated, prorated' },
  { wrong: /\bcounts at once\b/i, better: 'applies right away' },
  { wrong: /\bnon-profits?\b/i, better: 'nonprofit' },
  {
    wrong: /\b(colour|favour|neighbour|behaviour|honour|labour|rumour)/i,
    better: 'color, favor, neighbor, behavior, honor',
  },
  {
    wrong:
      /\b(organ|recogn|author|normal|summar|optim|initial|serial|personal|custom|categor|capital|final|minim|maxim|apolog|prior|synchron|anonym|standard|util)is(e|es|ed|ing|ation|ations)\b/i,
    better: '-ize',
  },
  {
    wrong: /\b(cancell(ed|ing)|labell(ed|ing)|travell(ed|ing)|modell(ed|ing)|signall(ed|ing)|dialling)\b/i,
    better: 'canceled, labeled, dialing: one l',
  },
  {
    wrong: /\b(centre|catalogue|licence|programme|cheque|grey|judgement|whilst)s?\b|\benrols?\b/i,
    better: 'center, catalog, license, program, check, gray, judgment, while, enroll',
  },
]

/** What a visitor, a member or a recipient reads. */
const onScreens: Rule[] = [
  {
    wrong: /\bmails\b|\b(by|a|this|that|the|each|every|one|of) mail\b(?! (server|program))/i,
    better: 'email, emails; "mail" is paper',
  },
  { wrong: /\b(it|that|which) (stands|leaves)\b|\bstand (here|there|under)\b/i, better: 'appears, is sent' },
  { wrong: /\bwhat became of\b/i, better: 'the status of, what happened to' },
  {
    wrong: /\b(your|their|reader’s|recipient’s|whose) own clock\b|\bby (the|your|their) clock\b/i,
    better: 'time zone',
  },
  { wrong: /\bsecond factors?\b/i, better: 'two-factor authentication' },
  { wrong: /\bbr(ing|ought) back\b/i, better: 'restore, restored' },
  { wrong: /\bon (its|their) way\b/i, better: 'sending, sent' },
  { wrong: /\bfields? of your own\b/i, better: 'custom field' },
  { wrong: /\bcared for by\b|\bgive to …/i, better: 'assigned to' },
  { wrong: /\bprinted? (it )?on A4\b/i, better: 'print' },
  { wrong: /\bPlease (give (a|an|it|the)|say (what|whether))\b/i, better: 'Please enter, Please choose' },
]

const files = ['*.md', '{docs,bench,e2e,scripts,src}/**/*.{md,ts,tsx,mjs}', 'src/**/data/**/*.{json,md}', '.ci/*']
const screens = /^(public\/|src\/)(?!testing\/|.*(\.test\.ts|README\.md|\/contract\.ts|\/tables\.ts)$)/
/** Data in the words of others, and files of other languages. */
const foreign =
  /data\/examples\/|modules\/imports\/data\/|data\/(nicknames|name-parts|disposable|opt-out[\w-]*|page-words|words|real-mails)\.|rules\/opt-out-|^scripts\/(check-words|words)|^src\/testing\/upgrade\//

/** @returns one sentence for each word to replace, and for each exception that is no longer needed */
export function checkWords(root: string, excepted: Exception[] = exceptions): string[] {
  const used = new Set<Exception>()
  const problems = globSync(files, { cwd: root, exclude: ['**/node_modules/**'] })
    .filter(file => !foreign.test(file))
    .sort()
    .flatMap(file => {
      const mine = excepted.filter(one => one.file === file || (one.file.endsWith('/') && file.startsWith(one.file)))
      return problemsIn(file, readFileSync(path.join(root, file), 'utf8'), found => {
        const reason = mine.find(one => found.includes(one.text))
        if (reason) used.add(reason)
        return Boolean(reason)
      })
    })
  const idle = excepted.filter(one => !used.has(one))
  return [...problems, ...idle.map(({ file, text }) => `scripts/words.json: “${text}” of ${file} needs no exception`)]
}

function problemsIn(file: string, text: string, allowed: (found: string) => boolean): string[] {
  const rules = screens.test(file) ? [...everywhere, ...onScreens] : everywhere
  // Most files have none, and need no parser.
  if (!rules.some(({ wrong }) => wrong.test(text.replace(/\s+(\*\s+)?/g, ' ')))) return []
  return proseIn(file, text).flatMap(piece => {
    const words = piece.text.replace(/\s+/g, ' ')
    return rulesFor(piece, rules)
      .map(({ wrong, better }) => ({ found: wrong.exec(words)?.[0], better }))
      .filter(({ found }) => found && !allowed(words))
      .map(({ found, better }) => `${file}:${piece.line}: “${found}”; better: ${better}`)
  })
}

const rulesFor = ({ kind }: Prose, rules: Rule[]) => (kind === 'comment' ? everywhere : rules)
