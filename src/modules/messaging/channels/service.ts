import type { Ctx, OuterCtx } from '#kernel/ctx.ts'
import { textIn } from '#providers/telephony/sandbox/phones/service.ts'
import { accountSid } from '#providers/telephony/sandbox/store/service.ts'
import { deliverCalls } from '../delivery/service/calls.ts'
import type { Delivery } from '../delivery/service/delivery.ts'
import { deliverMails } from '../delivery/service/mails.ts'
import { deliverTexts } from '../delivery/service/texts.ts'
import type { ReplyWord } from '../rules/reply-words.ts'
import type { Channel } from '../rules/states.ts'
import { applyEmailOptOut } from '../service/inbound-emails.ts'
import { applyTextKeyword } from '../service/inbound-texts.ts'
import type { InboundText } from '../service/inbound-words.ts'

export interface Reply {
  from: string
  to: string
  text: string
}

/** What a channel does on the server; what it is stands in rules.ts. */
export interface ChannelAdapter {
  /**
   * Claims messages and sends them to their provider, outside of any transaction. An unknown outcome is recorded as
   * such and never retried blindly. @returns a temporary refusal, for which the job is tried again
   */
  deliver(ctx: OuterCtx, delivery: Delivery): Promise<Error | undefined>
  /** Looks for an opt-out in what came in, and obeys it. @returns the word that it was read as */
  readReply(ctx: Ctx, said: InboundText): Promise<ReplyWord | null>
  /** Sends a recipient's reply through the provider's sandbox. @returns false where it has none: store it as received */
  replyInSandbox(clientId: string, reply: Reply): Promise<boolean>
}

const email: ChannelAdapter = {
  deliver: deliverMails,
  readReply: applyEmailOptOut,
  replyInSandbox: async () => false,
}

const sms: ChannelAdapter = {
  deliver: deliverTexts,
  readReply: applyTextKeyword,
  /** A text goes back the way it came: to the number, by the carrier. */
  async replyInSandbox(clientId, { from, to, text }) {
    if (!to.startsWith('+')) return false
    await textIn(accountSid(clientId), { from, to, body: text })
    return true
  },
}

/** A recorded message is played to the person or machine that answers; what they say to it are keys, which the call's own address hears. */
const voice: ChannelAdapter = {
  deliver: deliverCalls,
  readReply: async () => null,
  replyInSandbox: async () => false,
}

/** Total by type: a channel without an adapter does not compile. Of several, texts are delivered first: they are read at once. */
export const channelAdapters: Record<Channel, ChannelAdapter> = { sms, email, voice }
