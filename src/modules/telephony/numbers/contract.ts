import { z } from 'zod'
import { ById, external, Flag, Id, Instant, line, member, Nothing, prose, resource, Version } from '#kernel/contract.ts'
import { NumberKind, VoiceRoute } from '#messaging/carrier/contract.ts'

export const PhoneNumber = z.object({
  id: Id,
  /** PN…; null while it is being bought. */
  sid: z.string().nullable(),
  number: z.string(),
  friendlyName: z.string(),
  kind: NumberKind,
  capabilities: z.object({ voice: z.boolean(), sms: z.boolean(), mms: z.boolean() }),
  active: z.boolean(),
  isDefault: z.boolean(),
  voiceRoute: VoiceRoute,
  forwardTo: z.string().nullable(),
  menuId: Id.nullable(),
  /** Outside of office hours the closed route is taken. */
  byHours: z.boolean(),
  closedRoute: VoiceRoute,
  closedForwardTo: z.string().nullable(),
  closedMenuId: Id.nullable(),
  missedText: z.string(),
  verification: z.enum(['none', 'pending', 'verified', 'rejected']),
  monthly: z.number().int(),
  currency: z.string(),
  perSecond: z.number().int().nullable(),
  /** Addresses of its notices that are not ours, in words. */
  drift: z.array(z.string()),
  hooksCheckedAt: Instant.nullable(),
  version: Version,
})
export type PhoneNumber = z.infer<typeof PhoneNumber>

const areaCode = z
  .string()
  .trim()
  .regex(/^\d{3}$/, 'An area code has three digits')
  .or(z.literal('').transform(() => undefined))
  .optional()

export const OfferQuery = z.object({
  country: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z]{2}$/, 'Please choose a country'),
  kind: z.enum(['local', 'toll_free']).default('local'),
  areaCode,
  contains: z
    .string()
    .trim()
    .regex(/^[\d*]{0,10}$/, 'Digits, and * for any digit')
    .optional(),
  voice: Flag.optional(),
  sms: Flag.optional(),
  mms: Flag.optional(),
})
export type OfferQuery = z.infer<typeof OfferQuery>

export const NumberOffer = z.object({
  number: z.string(),
  city: z.string(),
  region: z.string(),
  voice: z.boolean(),
  sms: z.boolean(),
  mms: z.boolean(),
  /** Millionths of a unit a month. */
  monthly: z.number().int(),
  currency: z.string(),
})

const Whole = z.string().regex(/^\+[1-9]\d{6,14}$/, 'Please choose one of the numbers')
export const Purchase = z.object({
  number: Whole,
  name: line(64).default(''),
  kind: NumberKind.default('local'),
  /** As it was shown and agreed to. */
  monthly: z.number().int().min(0),
  currency: z.string().length(3),
})
export type Purchase = z.infer<typeof Purchase>

export const NumberChange = z.object({
  id: Id,
  version: Version,
  active: z.boolean().optional(),
  isDefault: z.literal(true).optional(),
  voiceRoute: VoiceRoute.optional(),
  forwardTo: line(50).nullish(),
  menuId: Id.nullish(),
  byHours: z.boolean().optional(),
  closedRoute: VoiceRoute.optional(),
  closedForwardTo: line(50).nullish(),
  closedMenuId: Id.nullish(),
  /** Empty: a caller who reached nobody gets no text. */
  missedText: prose(300).optional(),
  verification: PhoneNumber.shape.verification.optional(),
  perSecond: z.number().int().min(1).max(100).nullish(),
})
export type NumberChange = z.infer<typeof NumberChange>

const Checked = z.object({
  items: z.array(PhoneNumber),
  /** Numbers of the same account at the carrier that are not used here. */
  others: z.array(z.object({ number: z.string(), name: z.string() })),
})

export const phoneNumbers = resource(
  '/phone-numbers',
  {
    list: member('telephony.use')
      .input(Nothing)
      .output(z.object({ items: z.array(PhoneNumber) })),
    /** What is for sale; where there is nothing, areas next to it that have some. */
    offers: external
      .member('telephony.settings')
      .input(OfferQuery)
      .output(z.object({ items: z.array(NumberOffer), instead: z.array(z.string()) })),
    buy: external.member('telephony.settings').input(Purchase).output(PhoneNumber),
    rename: external
      .member('telephony.settings')
      .input(z.object({ id: Id, name: line(64).pipe(z.string().min(1, 'Please enter a name')) }))
      .output(PhoneNumber),
    update: member('telephony.settings').input(NumberChange).output(PhoneNumber),
    /** What would miss it. */
    uses: member('telephony.settings')
      .input(ById)
      .output(z.object({ items: z.array(z.string()) })),
    /** Gives it back; `typed` must be the number itself. */
    release: external
      .member('telephony.settings')
      .input(z.object({ id: Id, typed: z.string().max(40) }))
      .output(Nothing),
    /** Asks the carrier where notices go at present. */
    check: external.member('telephony.settings').input(Nothing).output(Checked),
    /** Sets all three addresses of these numbers, and reads them back. */
    configure: external
      .member('telephony.settings')
      .input(z.object({ ids: z.array(Id).min(1).max(200) }))
      .output(Checked),
    /** Uses a number here that the account has at the carrier already. */
    adopt: external
      .member('telephony.settings')
      .input(z.object({ number: Whole }))
      .output(PhoneNumber),
  },
  {
    list: 'List phone numbers',
    offers: 'Search for available phone numbers',
    buy: 'Buy a phone number',
    rename: 'Rename a phone number',
    update: 'Update a phone number',
    uses: 'List what uses a phone number',
    release: 'Release a phone number',
    check: 'Check the setup of the phone numbers',
    configure: 'Set up the webhooks of a phone number',
    adopt: 'Adopt a phone number that the carrier already has',
  },
)
