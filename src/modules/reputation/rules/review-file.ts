import { csvReader } from '#imports/rules/records.ts'
import { knownAuthor } from './states.ts'

/** A review as a line of a file says it. */
export interface FileReview {
  line: number
  externalId: string | null
  rating: number
  title: string
  content: string
  author: string | null
  reviewedAt: Date
  response: string | null
  respondedAt: Date | null
}
export interface ReadFile {
  reviews: FileReview[]
  problems: { line: number; text: string }[]
  /** Headers that were understood, and those that were not. */
  understood: string[]
  ignored: string[]
}

/** Bytes of one file: it travels in a request, which has a megabyte at most. */
export const MOST_BYTES = 700_000
export const TOO_LARGE = 'Please choose a file of up to 700 KB, and split a larger one.'
/** Lines of one file. */
export const MOST_LINES = 20_000

const fields = ['externalId', 'rating', 'title', 'content', 'author', 'reviewedAt', 'response', 'respondedAt'] as const
type Field = (typeof fields)[number]
/** Headers as the exports of platforms and of other programs call them, without spaces and signs. */
const headers: Record<Field, string[]> = {
  externalId: ['id', 'reviewid', 'externalid', 'recommendationid'],
  rating: ['rating', 'stars', 'starrating', 'score', 'reviewrating', 'recommendation'],
  title: ['title', 'headline', 'reviewtitle', 'subject'],
  content: ['content', 'text', 'review', 'comment', 'reviewtext', 'reviewcontent', 'body', 'message'],
  author: ['author', 'name', 'reviewer', 'reviewername', 'authorname', 'consumername', 'customer'],
  reviewedAt: ['date', 'createdat', 'reviewdate', 'created', 'publisheddate', 'time', 'createtime'],
  response: ['response', 'reply', 'ownerresponse', 'companyreply', 'replytext'],
  respondedAt: ['responsedate', 'replydate', 'responsetime', 'companyreplydate'],
}
const bare = (header: string) => header.toLowerCase().replace(/[^a-z]/g, '')
const fieldOf = (header: string): Field | undefined => fields.find(field => headers[field].includes(bare(header)))

const words = new Map([
  ['one', 1],
  ['two', 2],
  ['three', 3],
  ['four', 4],
  ['five', 5],
  ['positive', 5],
  ['recommends', 5],
  ['recommended', 5],
  ['negative', 1],
  ['doesnt recommend', 1],
  ['does not recommend', 1],
  ['not recommended', 1],
])
function ratingOf(text: string): number | null {
  const said = text.trim().toLowerCase()
  const stars = /^[★☆⭐]+$/u.test(said) ? [...said].filter(sign => sign !== '☆').length : null
  const number =
    stars ??
    words.get(said.replace(/[’']/g, '')) ??
    Number(said.replace(/\s*(?:\/|of|out of)\s*5$|\s*stars?$/, '').replace(',', '.'))
  return said !== '' && Number.isInteger(number) && number >= 1 && number <= 5 ? number : null
}

/** ISO dates, and dates as Americans write them. */
function dateOf(text: string): Date | null {
  const said = text.trim()
  const us = /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?:\D|$)/.exec(said)
  const iso = /^\d{4}-\d{2}-\d{2}$/.test(said) ? `${said}T12:00:00Z` : said
  const at = us
    ? new Date(Date.UTC(Number(us[3]), Number(us[1]) - 1, Number(us[2]), 12))
    : /^\d{4}-\d{2}-\d{2}/.test(said)
      ? new Date(iso)
      : null
  if (!at || Number.isNaN(at.getTime())) return null
  return us && at.getUTCDate() !== Number(us[2]) ? null : at
}

function recordsOf(text: string) {
  const start = text.replace(/^\uFEFF/, '')
  const first = start.slice(0, start.indexOf('\n') === -1 ? undefined : start.indexOf('\n'))
  const delimiter = [',', ';', '\t'].sort((a, b) => first.split(b).length - first.split(a).length)[0]!
  const reader = csvReader({ delimiter })
  return [...reader.write(start), ...reader.end()].filter(({ cells }) => cells.some(cell => cell.trim() !== ''))
}

/** Reads a CSV file of reviews. What it doesn't understand it says, line by line; a header that it doesn't know is listed. */
export function readReviewFile(text: string, now: Date): ReadFile {
  const [head, ...lines] = recordsOf(text)
  const columns = (head?.cells ?? []).map(header => fieldOf(header))
  const titles = head?.cells ?? []
  const read: ReadFile = {
    reviews: [],
    problems: [],
    understood: titles.filter((_, at) => columns[at] !== undefined),
    ignored: titles.filter((header, at) => columns[at] === undefined && header.trim() !== ''),
  }
  const missing = (['rating', 'reviewedAt'] as const).filter(field => !columns.includes(field))
  if (!head || missing.length > 0) {
    const wanted = missing.map(field => (field === 'rating' ? '“Rating”' : '“Date”')).join(' and ')
    read.problems.push({ line: 1, text: head ? `There is no column ${wanted}.` : 'The file is empty.' })
    return read
  }
  for (const { cells, line, problem } of lines.slice(0, MOST_LINES)) {
    const value = (field: Field) => (columns.includes(field) ? (cells[columns.indexOf(field)] ?? '').trim() : '')
    const rating = ratingOf(value('rating'))
    const reviewedAt = dateOf(value('reviewedAt'))
    const respondedAt = dateOf(value('respondedAt'))
    const problemText = problem
      ? 'A quotation mark is not closed.'
      : rating === null
        ? `“${value('rating')}” is not a rating from 1 to 5.`
        : reviewedAt === null || reviewedAt > now
          ? `“${value('reviewedAt')}” is not a date in the past.`
          : null
    if (problemText || rating === null || !reviewedAt) {
      read.problems.push({ line, text: problemText! })
      continue
    }
    read.reviews.push({
      line,
      externalId: value('externalId') || null,
      rating,
      title: value('title').slice(0, 200),
      content: value('content').slice(0, 10_000),
      author: knownAuthor(value('author').slice(0, 120)),
      reviewedAt,
      response: value('response').slice(0, 10_000) || null,
      respondedAt: value('response') ? (respondedAt ?? reviewedAt) : null,
    })
  }
  if (lines.length > MOST_LINES)
    read.problems.push({
      line: lines[MOST_LINES]!.line,
      text: `Only the first ${MOST_LINES.toLocaleString('en-US')} lines are read. Please split the file.`,
    })
  return read
}
