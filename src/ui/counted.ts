const irregular: Record<string, string> = { people: 'person', replies: 'reply', entries: 'entry' }

/** One of a plural: "campaigns" is "campaign", "plans sold" is "plan sold", "unfinished forms" is "unfinished form". */
export function singular(plural: string): string {
  const words = plural.split(' ')
  // What stands after a preposition or a verb form is not what is counted.
  const end = words.findIndex((word, i) => i > 0 && /^(as|of|in|sold|that|with|without)$/.test(word))
  const at = (end === -1 ? words.length : end) - 1
  return words.map((word, i) => (i === at || words[i + 1] === 'and' ? one(word) : word)).join(' ')
}

function one(word: string): string {
  if (irregular[word]) return irregular[word]
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  if (/(ss|sh|ch|x|z)es$/.test(word)) return word.slice(0, -2)
  return word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word
}

/** "1 campaign", "1,204 campaigns". */
export const counted = (count: number, plural: string, number: (count: number) => string = String): string =>
  `${number(count)} ${count === 1 ? singular(plural) : plural}`
