/** What is said, and when; plain text of one or several lines. */
export interface Cue {
  startMs: number
  endMs: number
  text: string
}

const TIME = /^(?:(\d{1,3}):)?([0-5]?\d):([0-5]\d)[.,](\d{3})$/

function timeOf(text: string): number | undefined {
  const [, hours = '0', minutes, seconds, rest] = TIME.exec(text) ?? []
  if (minutes === undefined) return
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000 + Number(rest)
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', nbsp: '\u00a0', lrm: '\u200e', rlm: '\u200f' }

/** What is said alone: voices, classes, scripts and every other tag are left out. */
const plain = (text: string): string =>
  text
    .replace(/<(script|style)\b[^>]*>[\s\S]*?<\/\1\s*>/gi, '')
    .replace(/<[^>]*>/g, '')
    .replace(/&(\w+);/g, (whole, name: string) => entities[name] ?? whole)
    .replace(/[\u0000-\u0009\u000b-\u001f\u007f]/g, ' ')
    .split('\n')
    .map(each => each.trim())
    .filter(Boolean)
    .join('\n')

/**
 * The captions of a WebVTT or SubRip file; notes, styles and regions are left out.
 * @returns undefined where it is neither
 */
export function cuesFrom(file: string): Cue[] | undefined {
  const text = file.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n')
  const cues = text.split(/\n{2,}/).flatMap(cueFrom)
  return cues.length > 0 || /^WEBVTT(\s|$)/.test(text) ? cues : undefined
}

function cueFrom(block: string): Cue[] {
  const lines = block.split('\n').filter((each, at) => at > 0 || !/^WEBVTT/.test(each))
  const at = lines.findIndex(each => each.includes('-->'))
  if (at < 0 || /^(NOTE|STYLE|REGION)\b/.test(lines[0] ?? '')) return []
  const [from = '', to = ''] = lines[at]!.split('-->').map(each => each.trim())
  const [startMs, endMs] = [timeOf(from), timeOf(to.split(/\s/)[0] ?? '')]
  const said = plain(lines.slice(at + 1).join('\n'))
  return startMs === undefined || endMs === undefined || endMs <= startMs || said === ''
    ? []
    : [{ startMs, endMs, text: said }]
}

const two = (number: number) => String(number).padStart(2, '0')
const clockOf = (ms: number) =>
  `${two(Math.floor(ms / 3_600_000))}:${two(Math.floor(ms / 60_000) % 60)}:${two(Math.floor(ms / 1_000) % 60)}.${String(ms % 1_000).padStart(3, '0')}`

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** A WebVTT file, in which nothing but text and times is left. An empty line would end a caption. */
export const vttOf = (cues: readonly Cue[]): string =>
  `WEBVTT\n\n${cues.map(({ startMs, endMs, text }) => `${clockOf(startMs)} --> ${clockOf(endMs)}\n${escaped(plain(text))}\n`).join('\n')}`

/** As they are stored: in the order of time, text without tags; undefined where one ends before it begins. */
export function toStored(cues: readonly Cue[]): Cue[] | undefined {
  if (cues.some(({ startMs, endMs }) => endMs <= startMs)) return
  return cues
    .map(cue => ({ ...cue, text: plain(cue.text) }))
    .filter(({ text }) => text !== '')
    .toSorted((a, b) => a.startMs - b.startMs)
}

/** `0:12.5` as people type it: hours only where there are any, tenths only where there are any. */
export function cueTimeText(ms: number): string {
  const [hours, minutes] = [Math.floor(ms / 3_600_000), Math.floor(ms / 60_000) % 60]
  const whole = Math.floor(ms / 1_000) % 60
  const rest = String(ms % 1_000)
    .padStart(3, '0')
    .replace(/0+$/, '')
  const seconds = `${two(whole)}${rest && `.${rest}`}`
  return hours > 0 ? `${hours}:${two(minutes)}:${seconds}` : `${minutes}:${seconds}`
}

/** Milliseconds of `12.5`, `0:12.5` or `1:02:03`; undefined for anything else. */
export function cueTime(typed: string): number | undefined {
  const [, hours = '0', minutes = '0', seconds] =
    /^(?:(?:(\d{1,3}):)?(\d{1,3}):)?(\d{1,2}(?:[.,]\d{1,3})?)$/.exec(typed.trim()) ?? []
  if (seconds === undefined) return
  const whole = Number(seconds.replace(',', '.'))
  if (whole >= 60 && typed.includes(':')) return
  return Math.round(((Number(hours) * 60 + Number(minutes)) * 60 + whole) * 1_000)
}
