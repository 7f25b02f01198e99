import type { TagValues } from '#messaging/rules/merge-tags.ts'

/** A script's variables are named as merge tags are; these stand in it. */
export const scriptTags = ['firstName', 'lastName', 'church', 'event', 'date', 'time'] as const
export type ScriptTag = (typeof scriptTags)[number]

const variable = /\{([A-Za-z]\w*)(?:\|([^{}\n]*))?\}/g
const WORDS_A_MINUTE = 150
/** Longer messages are hung up on. */
export const LONG_SECONDS = 60

/** A form of every variable of a script, with its fallback where it has one. */
export const variablesIn = (text: string): { name: string; fallback: string | undefined }[] =>
  [...text.matchAll(variable)].map(([, name, fallback]) => ({ name: name!, fallback: fallback?.trim() || undefined }))

export type ScriptValues = Partial<Record<ScriptTag, string>>

/** What is said to one person; variables without value and fallback are named. */
export function sayScript(text: string, values: ScriptValues): { text: string; missing: string[] } {
  const missing: string[] = []
  const said = text.replace(variable, (whole, name: string, fallback?: string) => {
    if (!(scriptTags as readonly string[]).includes(name)) return whole
    const value = values[name as ScriptTag]?.trim() || fallback?.trim() || ''
    if (!value) missing.push(name)
    return value
  })
  return { text: said.replace(/[ \t]+/g, ' ').trim(), missing }
}

/** Seconds that a voice needs for it, a second at least. */
export const secondsOf = (text: string): number =>
  Math.max(1, Math.ceil((text.split(/\s+/).filter(Boolean).length / WORDS_A_MINUTE) * 60))

export interface ScriptProblem {
  field: 'content' | 'voicemail'
  message: string
  /** It can be saved and tested, and no campaign starts with it. */
  blocks: boolean
}

interface Script {
  content: string
  /** What is left with a machine; empty: the same as to a person. */
  voicemail: string
  category: string
  hasRecording: boolean
}

/** What a caller has to say, or shouldn't: the same on the screen and on the server. */
export function lintScript(script: Script, church: string): ScriptProblem[] {
  const { content, voicemail, hasRecording, category } = script
  const problems: ScriptProblem[] = []
  const add = (field: ScriptProblem['field'], message: string, blocks = true) =>
    problems.push({ field, message, blocks })
  for (const [field, text] of [
    ['content', content],
    ['voicemail', voicemail],
  ] as const) {
    for (const { name, fallback } of variablesIn(text)) {
      if (!(scriptTags as readonly string[]).includes(name))
        add(field, `{${name}} is not a variable. You can use ${scriptTags.map(tag => `{${tag}}`).join(', ')}.`)
      else if (name !== 'church' && !fallback)
        add(field, `Say what stands for {${name}} when it isn’t known, such as {${name}|${fallbackFor(name)}}.`)
    }
    if (/[{}]/.test(text.replace(variable, '')))
      add(field, 'A bracket is open: variables look like {firstName|friend}.')
    if (/https?:\/\/|www\./i.test(text))
      add(field, 'Nobody can click in a call. Say where to find it, or send a text.', false)
    if (text && secondsOf(text) > LONG_SECONDS)
      add(field, 'This takes longer than a minute. Most people hang up before its end.', false)
  }
  if (!content.trim() && !hasRecording) add('content', 'Please write what is said, or record it')
  if (content.trim() && !saysChurch(firstSentences(content), church))
    add('content', `Say who calls in the first sentence: “This is ${church}.” You can write {church}.`)
  if (category === 'promotion')
    add('content', 'A promotion reaches only people who agreed to such calls in writing.', false)
  return problems
}

const fallbackFor = (name: string) =>
  ({ firstName: 'friend', lastName: 'family', event: 'our gathering', date: 'this week', time: 'the usual time' })[
    name
  ] ?? 'friend'

const firstSentences = (text: string) =>
  text
    .split(/(?<=[.!?])\s/)
    .slice(0, 2)
    .join(' ')
const saysChurch = (text: string, church: string) =>
  /\{church(\||\})/.test(text) || (church !== '' && text.toLowerCase().includes(church.toLowerCase()))

/** The same words with values as long as they get, to time them. */
export const LONGEST_VALUES: Required<ScriptValues> = {
  firstName: 'Maria Alejandra',
  lastName: 'Featherstonehaugh',
  church: '',
  event: 'the annual congregational meeting',
  date: 'Wednesday, the twenty-third of September',
  time: 'eleven forty-five in the morning',
}

/** Values of a person and the church in the words of a voice: "10:30" is read as it is written. */
export const scriptValues = (tags: TagValues, own: { event: string; date: string; time: string }): ScriptValues => ({
  firstName: tags.firstName,
  lastName: tags.lastName,
  church: tags.businessName,
  ...own,
})
