import { LONGEST_VALUES, sayScript, secondsOf } from './script.ts'
import { STOP_LINE } from './speech.ts'

/** What is said around every message: who calls, how to stop it, and the keys. */
const AROUND = `This is a recorded message. ${STOP_LINE} To hear this again, press 1. To talk to us, press 2. Our number is 5 1 2, 5 5 5, 0 1 0 0.`

/** Seconds that a call takes whose listener hears all of it, with names as long as they get. */
export const secondsOfCall = ({ content, voicemail }: { content: string; voicemail: string }, recorded = 0): number => {
  const said = (text: string) => secondsOf(sayScript(text, LONGEST_VALUES).text)
  return Math.max(recorded, said(content), voicemail ? said(voicemail) : 0) + secondsOf(AROUND)
}
