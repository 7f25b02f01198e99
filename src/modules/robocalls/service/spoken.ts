import { and, eq } from 'drizzle-orm'
import { read as churchOf } from '#clients/service.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { env } from '#kernel/env.ts'
import { sealOf } from '#kernel/secrets.ts'
import { messages } from '#messaging/tables.ts'
import { play, say } from '#telephony/rules/twiml.ts'
import type { ScriptValues } from '../rules/script.ts'
import { type Speech, type SpokenCampaign, speechForMachine, speechForPerson, spokenNumber } from '../rules/speech.ts'
import { robocallCampaigns, robocallRecipients, voiceScripts } from '../tables.ts'

/** What one call says, and with what voice. */
interface Spoken extends SpokenCampaign {
  language: string
  voice: string
  recordingId: string | null
  /** Where key 2 leads; empty: a callback is noted. */
  connectTo: string
  values: ScriptValues
  /** A member tries it on a phone of their own. */
  isTest: boolean
}
export interface SpokenFor {
  messageId: string
  isTest: boolean
  campaignId: string | null
  recipientId: string | null
  scriptId: string | null
  callerNumber: string
}

type Campaign = typeof robocallCampaigns.$inferSelect

export const spokenOf = (
  campaign: Pick<Campaign, 'content' | 'voicemail' | 'language' | 'voice' | 'recordingId' | 'connectTo'>,
) => ({
  content: campaign.content,
  voicemail: campaign.voicemail,
  language: campaign.language,
  voice: campaign.voice,
  recordingId: campaign.recordingId,
  hasRecording: campaign.recordingId !== null,
  canConnect: true,
  connectTo: campaign.connectTo,
})

/** What stands for the variables: the person's own names, and what the campaign says of its occasion. */
export const valuesFor = (
  { event, onDate, atTime }: Pick<Campaign, 'event' | 'onDate' | 'atTime'>,
  recipient: { names: string; lastName: string },
): ScriptValues => ({
  firstName: recipient.names,
  lastName: recipient.lastName,
  event,
  date: onDate,
  time: atTime,
})

/** A call of a workflow says what stands in its message: to a person, and to a machine. */
async function writtenSpeech(ctx: Ctx, { messageId }: SpokenFor, toMachine: boolean) {
  const [row] = await ctx.db
    .select({ person: messages.bodyText, machine: messages.bodyHtml })
    .from(messages)
    .where(eq(messages.id, messageId))
  if (!row) return
  const said = toMachine ? row.machine : row.person
  return { speech: [{ say: said }] satisfies Speech, spoken: PLAIN }
}
const PLAIN = { language: 'en-US', voice: '', recordingId: null, connectTo: '' }

async function readSpoken(ctx: Ctx, of: SpokenFor): Promise<Spoken | undefined> {
  if (!of.campaignId) {
    const [script] = await ctx.db.select().from(voiceScripts).where(eq(voiceScripts.id, of.scriptId!))
    return script && { ...spokenOf({ ...script, connectTo: '' }), values: {}, isTest: true }
  }
  const [row] = await ctx.db
    .select({ campaign: robocallCampaigns, recipient: robocallRecipients })
    .from(robocallCampaigns)
    .innerJoin(
      robocallRecipients,
      and(eq(robocallRecipients.clientId, robocallCampaigns.clientId), eq(robocallRecipients.id, of.recipientId!)),
    )
    .where(eq(robocallCampaigns.id, of.campaignId))
  return row && { ...spokenOf(row.campaign), values: valuesFor(row.campaign, row.recipient), isTest: false }
}

const TEST: Speech = [{ say: 'Test. This is how the call will sound.' }]

/** What is said to a person, or to a machine; undefined where what it belongs to is gone. */
export async function speechOf(ctx: Ctx, of: SpokenFor, toMachine: boolean) {
  if (!of.campaignId && !of.isTest) return writtenSpeech(ctx, of, toMachine)
  const spoken = await readSpoken(ctx, of)
  if (!spoken) return
  const us = { church: (await churchOf(ctx)).name, number: spokenNumber(of.callerNumber) }
  const speech = toMachine ? speechForMachine(spoken, spoken.values, us) : speechForPerson(spoken, spoken.values, us)
  return { speech: spoken.isTest ? [...TEST, ...speech] : speech, spoken }
}

/** Where the carrier fetches a recording: nobody finds it who wasn't given the address. */
export const recordingUrl = (id: string): string =>
  `${env.publicUrl}/storage/v1/announcements/${id}/${sealOf(`announcement ${id}`)}`

/** As verbs of TwiML. */
export const played = (
  speech: Speech,
  { language, voice, recordingId }: Pick<Spoken, 'language' | 'voice' | 'recordingId'>,
): string =>
  speech
    .map(piece =>
      'say' in piece ? say(piece.say, language, voice) : recordingId ? play(recordingUrl(recordingId)) : '',
    )
    .join('')
