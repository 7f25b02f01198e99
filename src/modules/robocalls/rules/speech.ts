import { type ScriptValues, sayScript } from './script.ts'

/** What one call says, piece by piece; `recording` stands where a recording is played. */
export type Speech = ({ say: string } | { recording: true })[]

export interface SpokenCampaign {
  content: string
  voicemail: string
  hasRecording: boolean
  /** Whether key 2 does something. */
  canConnect: boolean
}

interface Us {
  church: string
  /** As it is said: "512 555 0100". */
  number: string
}

export const STOP_LINE = 'To stop these calls, press 9.'

/** Where the sentences end in which a caller says who they are: the stop line follows at once. */
function introductionEnd(text: string, church: string): number {
  let end = 0
  for (const sentence of text.split(/(?<=[.!?])\s+/).slice(0, 2)) {
    end = text.indexOf(sentence, end) + sentence.length
    if (text.slice(0, end).toLowerCase().includes(church.toLowerCase())) return end
  }
  return 0
}

/**
 * To a person: who calls, at once how to stop these calls (47 CFR 64.1200(b)), the message, and the keys. Nobody can take the
 * first two out.
 */
export function speechForPerson(campaign: SpokenCampaign, values: ScriptValues, us: Us): Speech {
  const { text } = sayScript(campaign.content, { ...values, church: us.church })
  const end = introductionEnd(text, us.church)
  const opening =
    end > 0 && !campaign.hasRecording ? text.slice(0, end) : `This is a recorded message from ${us.church}.`
  const rest = campaign.hasRecording ? '' : text.slice(end > 0 ? end : 0).trim()
  const keys = [
    'To hear this again, press 1.',
    ...(campaign.canConnect ? ['To talk to us, press 2.'] : []),
    `Our number is ${us.number}.`,
  ]
  return [
    { say: opening },
    { say: STOP_LINE },
    ...(campaign.hasRecording ? [{ recording: true } as const] : rest ? [{ say: rest }] : []),
    { say: keys.join(' ') },
  ]
}

/** To a machine: nobody can press a key, so the number that ends these calls is said. */
export function speechForMachine(campaign: SpokenCampaign, values: ScriptValues, us: Us): Speech {
  const words = campaign.voicemail.trim() || campaign.content
  const { text } = sayScript(words, { ...values, church: us.church })
  const names = text.toLowerCase().includes(us.church.toLowerCase())
  const useRecording = campaign.hasRecording && !campaign.voicemail.trim()
  const opening = names && !useRecording ? [] : [{ say: `This is a recorded message from ${us.church}.` }]
  return [
    ...opening,
    ...(useRecording ? [{ recording: true } as const] : [{ say: text }]),
    { say: `To stop these calls, call ${us.number} and press 9.` },
  ]
}

/** As the outbox and the record of a call show it. */
export const speechText = (speech: Speech): string =>
  speech.map(piece => ('say' in piece ? piece.say : '[recording]')).join(' ')

/** A number as a voice says it: digits in groups. @param number E.164 */
export const spokenNumber = (number: string): string =>
  number
    .replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '$1, $2, $3')
    .replace(/\d/g, digit => `${digit} `)
    .replace(/ +/g, ' ')
    .replace(/ ,/g, ',')
    .trim()
