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
export const say = (text: string) => tag('Say', {}, escaped(text))
export const hangup = tag('Hangup', {})

interface Dialling {
  to: string
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

export const dial = ({ to, callerId, timeout, statusUrl, announceUrl, recordingUrl, actionUrl }: Dialling) =>
  tag(
    'Dial',
    {
      callerId,
      timeout,
      ...(recordingUrl && { record: 'record-from-answer-dual', recordingStatusCallback: recordingUrl }),
      ...(actionUrl && { action: actionUrl }),
    },
    tag(
      'Number',
      { statusCallback: statusUrl, statusCallbackEvent: 'initiated ringing answered completed', url: announceUrl },
      to,
    ),
  )

/** Three minutes at most; ten seconds of silence end it. */
export const voicemail = (greeting: string, { recordingUrl, actionUrl }: { recordingUrl: string; actionUrl: string }) =>
  say(greeting) +
  tag('Record', {
    maxLength: 180,
    timeout: 10,
    playBeep: 'true',
    trim: 'trim-silence',
    recordingStatusCallback: recordingUrl,
    action: actionUrl,
  })
