import { replyWord } from '#messaging/rules/reply-words.ts'

/** Upper case, without signs, pictures and what a phone puts around a word. */
export const plainWord = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase()

/** What the first word of a text is as a keyword: "Yes! 🙂 please" is YES. */
export const keywordOf = (text: string): string =>
  text
    .trim()
    .split(/\s+/)
    .map(plainWord)
    .find(word => word !== '') ?? ''

/** Words that the law or the phone companies have taken. */
export const isTaken = (word: string): boolean =>
  !['review', null].includes(replyWord(word, { stopped: true })) ||
  ['STOP', 'STOPALL', 'START', 'UNSTOP', 'HELP', 'INFO', 'YES'].includes(word)
