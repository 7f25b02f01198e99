import { env } from '#kernel/env.ts'
import { sealOf } from '#kernel/secrets.ts'
import { type AddressKind, sealingContextOf, taggedAddress } from '../rules/addresses.ts'

/** The address that everything is sent from, in lower case. */
export const inboundMailbox = () => (/<([^>]+)>/.exec(env.mailFrom)?.[1] ?? env.mailFrom).toLowerCase()
/** Whether mail comes in here at all, so that answers may be asked to come here. */
export const receivesEmail = () => Boolean(env.imapUrl || env.mailInSecret)

/** The address under which an answer finds its message, or a church its mail; undefined where no mail comes in. */
export const replyAddressFor = (kind: AddressKind, id: string): string | undefined =>
  receivesEmail() ? taggedAddress(inboundMailbox(), { kind, id }, sealOf(sealingContextOf({ kind, id }))) : undefined
