/** Where a text has what looks like a reference. */
interface Spot {
  start: number
  end: number
}

/** Books that are called like people or things: "Mark 2 boxes", "Job 1", "Acts 3". */
const NAMES =
  /^(?:Mark|Mk|Mar|John|Job|Luke|Matthew|Matt|James|Jas|Daniel|Dan|Ruth|Esther|Joel|Amos|Ezra|Micah|Joshua|Josh|Titus|Jude|Jud|Acts|Numbers|Num|Judges|Song|Songs|Phil|Tobit|Judith|Wisdom|Jonah|Nahum|Hosea|Philemon)\.?$/
/** Lower case only where nothing else is meant: not "is", "am", "numbers" or "mark". */
const LOWER =
  /^(?:genesis|exodus|leviticus|deuteronomy|joshua|psalms?|proverbs|ecclesiastes|isaiah|jeremiah|ezekiel|matthew|luke|john|romans|[12] corinthians|galatians|ephesians|philippians|colossians|[12] thessalonians|[12] timothy|hebrews|[12] peter|[123] john|revelation)$/
/** Short forms that are words too; their dot or a bracket tells them apart. */
const WORDS = /^(?:is|am|so|he|ho|ex|pr|re|ro|ha|ac|ma|la|es|da|job|act|song|acts|mark|numbers|judges)$/i

const INTRODUCED =
  /(?:\b(?:read|reads|reading|reread|see|cf\.?|in|from|through|to|compare|study|studying|chapter|passage|text|lesson|gospel|book|of|scripture|scriptures|verse|and|with|on|by|quotes?|than|like|finished|memorize|says)\b:?|["”»’(;,[—–]|^|\n)\s*$/i
const FOLLOWED =
  /^\s*(?:says|tells|teaches|shows|records|describes|reminds|begins|opens|ends|reads|calls|speaks|gives|promises|warns|verses?\b|v\.|vv\.|:?\s?["“«„‘])/
const CLOCK =
  /^\s*(?:[ap]\.?\s?m\b|o['’]\s?clock\b|hrs?\b|hours?\b|sharp\b|noon\b|in the (?:morning|afternoon|evening)|(?:on |this |next |every )?(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|tonight|tomorrow|today at\b)/i
const STREET =
  /^(?:st|nd|rd|th)\b|^\s*(?:street|st\.|avenue|ave\b|road|rd\b|boulevard|blvd|drive|dr\.|lane|ln\b|apt|suite)/i
/** Things that are counted rather than read. */
const COUNTED =
  /^\s*(?:of (?:the|our|us|them|these|those)\b|(?:\p{Ll}+ )?(?:boxes|bags|tickets|times|days|weeks|months|years|minutes|hours|people|dollars|copies|items|seats|cars|tables|chairs|pounds|miles|guests|kids|children|volunteers)\b|%|percent)/u
const DAYS = /\b(?:mon|tues|wednes|thurs|fri|satur|sun)day,?\s*$|\b(?:by|until|due|before|since),?\s*$/i

/**
 * Whether what a parser takes for a reference is one in its sentence: not a time, a date, a street, a person or the verb "is".
 * @param name the book as the text writes it
 * @param hasVerse whether a verse is named too: `Mark 2:5`, not `Mark 2`
 */
export function isMention(text: string, { start, end }: Spot, name: string, hasVerse: boolean): boolean {
  const [before, after] = [text.slice(Math.max(0, start - 24), start), text.slice(end, end + 40)]
  const book = name.trim()
  if (STREET.test(after)) return false
  const bare = book.replace(/\.$/, '')
  if (/^\p{Ll}/u.test(book) || (/^\d? ?\p{Ll}/u.test(book) && !LOWER.test(bare))) {
    if (!LOWER.test(bare) || !hasVerse) return /^psalms?$/.test(bare) && !COUNTED.test(after)
  }
  if (isTime(text.slice(start, end)) && CLOCK.test(after) && !/\b(?:read|study|see|in|from)\s*$/i.test(before))
    return false
  if (/^\s*[ap]\.?\s?m\b|^\s*o['’]/i.test(after)) return false
  if (WORDS.test(bare) && bare.length <= 3 && !book.endsWith('.') && bare !== 'Job')
    return /[(;[]\s*$|\b(?:see|cf\.?|read)\s*$/i.test(before)
  if (hasVerse) return true
  return isChapter(book, before, after)
}
const isTime = (found: string) => /(?:^|\D)(?:1?\d|2[0-3])[:.][0-5]\d$/.test(found)

function isChapter(book: string, before: string, after: string): boolean {
  if (COUNTED.test(after)) return false
  if (/^Mar\.?$/.test(book) || /\bSt\.?$/.test(before.trim()) || /^St\.?\s/.test(book)) return false
  if (/^(?:Mar|Gen|Sam)\b/.test(book) && DAYS.test(before)) return false
  if (/^,? \d{4}\b/.test(after)) return false
  if (!NAMES.test(book)) return true
  if (/^(?:Job|Mark|Numbers|Acts)/.test(book) && /(?:^|\n)\s*$/.test(before)) return FOLLOWED.test(after)
  // A name and a number before a noun is someone with something: "Mark 2 boxes".
  const isBare = /^\s*(?:[.,;:)\]!?"”»’–—-]|$|\n)/.test(after)
  return FOLLOWED.test(after) || (INTRODUCED.test(before) && (isBare || !/^\s+\p{Ll}+s\b/u.test(after)))
}
