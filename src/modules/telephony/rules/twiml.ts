const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const tag = (name: string, attributes: Record<string, string | number | undefined>, inner = '') => {
  const all = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [` ${key}="${escaped(String(value))}"`],
  )
  return `<${name}${all.join('')}>${inner}</${name}>`
}

/** What the carrier does next (TwiML). */
export const response = (...verbs: string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?><Response>${verbs.join('')}</Response>`
export const nothing = response()
export const say = (text: string, language?: string, voice?: string) =>
  tag('Say', { language, voice: voice || undefined }, escaped(text))
/** A recording of ours, by its public address. */
export const play = (url: string) => tag('Play', {}, escaped(url))
export const hangup = tag('Hangup', {})

interface Dialling {
  /** A phone, or the browsers of so many members. */
  to: string | { identity: string; statusUrl: string }[]
  callerId: string
  timeout: number
  statusUrl: string
  /** Asked for what is said to them before they are connected. */
  announceUrl?: string
  /** Where the recording is told; absent: none is made. */
  recordingUrl?: string
  /** Asked how to go on when it is over. */
  actionUrl?: string
}

const told = { statusCallbackEvent: 'initiated ringing answered completed' }

export const dial = ({ to, callerId, timeout, statusUrl, announceUrl, recordingUrl, actionUrl }: Dialling) =>
  tag(
    'Dial',
    {
      callerId,
      timeout,
      ...(recordingUrl && { record: 'record-from-answer-dual', recordingStatusCallback: recordingUrl }),
      ...(actionUrl && { action: actionUrl }),
    },
    typeof to === 'string'
      ? tag('Number', { statusCallback: statusUrl, ...told, url: announceUrl }, to)
      : to.map(one => tag('Client', { statusCallback: one.statusUrl, ...told }, one.identity)).join(''),
  )

interface Message {
  recordingUrl: string
  actionUrl: string
  /** Where a machine tells what it understood; absent: none listens. */
  transcriptUrl?: string
  language?: string
}

/** Longer messages are not transcribed by the carrier. */
const LONGEST_WRITTEN = 120
const LONGEST = 180

/** Two minutes where it is transcribed, else three; ten seconds of silence end it. */
export const voicemail = (greeting: string, { recordingUrl, actionUrl, transcriptUrl, language }: Message) =>
  say(greeting, language) +
  tag('Record', {
    maxLength: transcriptUrl ? LONGEST_WRITTEN : LONGEST,
    timeout: 10,
    playBeep: 'true',
    trim: 'trim-silence',
    recordingStatusCallback: recordingUrl,
    ...(transcriptUrl && { transcribe: 'true', transcribeCallback: transcriptUrl }),
    action: actionUrl,
  })

/** Plays that and waits for one key meanwhile; where none is pressed, what follows is done. */
export const gatherWhile = (played: string, { actionUrl, timeout }: { actionUrl: string; timeout: number }) =>
  tag('Gather', { input: 'dtmf', numDigits: 1, timeout, action: actionUrl }, played)

/** Says something and waits for one key; the address is asked as well where none is pressed. */
export const gather = (texts: { text: string; language: string }[], actionUrl: string) =>
  tag(
    'Gather',
    { input: 'dtmf', numDigits: 1, timeout: 8, actionOnEmptyResult: 'true', action: actionUrl },
    texts.map(one => say(one.text, one.language)).join(''),
  )
