import { CLIENT } from '../rules.ts'

/** Something that is heard on a call: words in their language, or a recording. */
export interface Line {
  text: string
  /** As `<Say>` names it; null where it names none. */
  language: string | null
  /** The audio of `<Play>`. */
  url: string | null
}

/** One verb of an answer; `seconds` is how long it is heard. */
export type Verb =
  | { does: 'say'; lines: Line[]; seconds: number }
  | {
      does: 'gather'
      lines: Line[]
      seconds: number
      action: string
      /** Whether the address is asked where no key is pressed, too. */
      onEmpty: boolean
      /** How long a key is waited for. */
      timeout: number
    }
  | {
      does: 'dial'
      /** Phones or browsers, each with where it tells how it goes. */
      targets: { to: string; statusUrl: string }[]
      callerId: string | null
      action: string | null
      /** Where the recording is told; null where none is made. */
      recordingUrl: string | null
    }
  | { does: 'record'; recordingUrl: string; transcriptUrl: string | null }
  | { does: 'redirect'; url: string }
  | { does: 'hangup' }

/** How long someone speaks who says that, in seconds: 150 words a minute. */
export const spokenFor = (text: string) => Math.max(1, Math.round(text.split(/\s+/).length / 2.5))
/** A recording is not opened to learn its length. */
const PLAYED_FOR = 10
/** As Twilio sets it where nothing is said. */
const GATHER_TIMEOUT = 5

const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }
const unescaped = (text: string) =>
  text.replace(/&(?:#(\d+)|(\w+));/g, (whole, code?: string, name?: string) =>
    code ? String.fromCodePoint(Number(code)) : (entities[name!] ?? whole),
  )

interface Element {
  name: string
  given: Record<string, string>
  inner: Element[]
  text: string
}

function parse(xml: string): Element {
  const root: Element = { name: '', given: {}, inner: [], text: '' }
  const open = [root]
  for (const [, closing, name, given, single, text] of xml.matchAll(/<(\/?)([A-Za-z]+)\b([^>]*?)(\/?)>|([^<]+)/g)) {
    const top = open.at(-1)!
    if (text !== undefined) top.text += unescaped(text)
    else if (closing) {
      if (open.length > 1) open.pop()
    } else {
      const one: Element = { name: name!, given: attributesOf(given!), inner: [], text: '' }
      top.inner.push(one)
      if (!single) open.push(one)
    }
  }
  return root.inner[0] ?? root
}

const attributesOf = (text: string) =>
  Object.fromEntries([...text.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name!, unescaped(value!)]))

/** The few verbs that our own answers hold, in their order; what it does not know is left out. */
export const readTwiml = (twiml: string): Verb[] => parse(twiml).inner.flatMap(one => toVerb(one) ?? [])

function toVerb(element: Element): Verb | undefined {
  const { name, given, inner, text } = element
  switch (name) {
    case 'Say':
    case 'Play':
    case 'Pause':
      return { does: 'say', ...toSound(element) }
    case 'Gather': {
      const sounds = inner.map(toSound)
      return {
        does: 'gather',
        lines: sounds.flatMap(one => one.lines),
        seconds: sounds.reduce((sum, one) => sum + one.seconds, 0),
        action: given.action ?? '',
        onEmpty: given.actionOnEmptyResult === 'true',
        timeout: Number(given.timeout) || GATHER_TIMEOUT,
      }
    }
    case 'Dial':
      return toDial(element)
    case 'Record':
      return {
        does: 'record',
        recordingUrl: given.recordingStatusCallback ?? '',
        transcriptUrl: given.transcribeCallback ?? null,
      }
    case 'Redirect':
      return { does: 'redirect', url: text.trim() }
    case 'Hangup':
      return { does: 'hangup' }
    default:
      return undefined
  }
}

function toSound({ name, given, text }: Element): { lines: Line[]; seconds: number } {
  const words = text.trim()
  if (name === 'Pause') return { lines: [], seconds: Number(given.length) || 1 }
  if (!words) return { lines: [], seconds: 0 }
  if (name === 'Play') return { lines: [{ text: '', language: null, url: words }], seconds: PLAYED_FOR }
  if (name !== 'Say') return { lines: [], seconds: 0 }
  return { lines: [{ text: words, language: given.language ?? null, url: null }], seconds: spokenFor(words) }
}

function toDial({ given, inner }: Element): Verb {
  const recorded = given.record !== undefined && given.record !== 'do-not-record'
  return {
    does: 'dial',
    targets: inner
      .filter(one => one.name === 'Number' || one.name === 'Client')
      .map(one => ({
        to: `${one.name === 'Client' ? CLIENT : ''}${one.text.trim()}`,
        statusUrl: one.given.statusCallback ?? '',
      })),
    callerId: given.callerId ?? null,
    action: given.action ?? null,
    recordingUrl: recorded ? (given.recordingStatusCallback ?? '') : null,
  }
}
