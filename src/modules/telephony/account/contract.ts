import { z } from 'zod'
import { external, Instant, line, member, Nothing, prose, resource } from '#kernel/contract.ts'
import { OfficeHours, RecordingMode } from '#messaging/carrier/contract.ts'

const statuses = ['none', 'pending', 'approved', 'rejected'] as const

/** What is set; of a credential no more than that it is there. */
const Credential = z.object({ set: z.boolean(), last4: z.string() })

export const CarrierSettings = z.object({
  /** Which carrier is used at this moment. */
  carrier: z.enum(['twilio', 'sandbox']),
  accountSid: z.string().nullable(),
  authToken: Credential,
  secondToken: Credential,
  keySid: z.string().nullable(),
  keySecret: Credential,
  messagingServiceSid: z.string().nullable(),
  friendlyName: z.string(),
  type: z.enum(['trial', 'full']).nullable(),
  /** Read only: where the carrier sends its notices. */
  webhooks: z.object({ sms: z.string(), voice: z.string(), status: z.string() }),
  recordCalls: RecordingMode,
  retentionDays: z.number().int().nullable(),
  helpText: z.string(),
  greeting: z.string(),
  transcribe: z.boolean(),
  officeHours: OfficeHours,
  consentWording: z.string(),
  brandStatus: z.enum(statuses),
  campaignStatus: z.enum(statuses),
})
export type CarrierSettings = z.infer<typeof CarrierSettings>

const hex = '[0-9a-fA-F]{32}'
const secret = (sentence: string) =>
  z
    .string()
    .trim()
    .max(200)
    .refine(text => text === '' || new RegExp(`^${hex}$`).test(text), sentence)
    .default('')
const sid = (prefix: string, sentence: string) =>
  z
    .string()
    .trim()
    .refine(text => text === '' || new RegExp(`^${prefix}${hex}$`).test(text), sentence)
    .default('')

export const Credentials = z
  .object({
    accountSid: z.string().trim().min(1, 'Please enter the Account SID'),
    /** Empty: the stored one stays. */
    authToken: z.string().trim().max(200).default(''),
    secondToken: secret('A token has 32 characters, 0 to 9 and a to f'),
    keySid: sid('SK', 'An API key begins with SK, then 32 characters'),
    keySecret: z.string().trim().max(200).default(''),
    messagingServiceSid: sid('MG', 'A Messaging Service SID begins with MG, then 32 characters'),
  })
  .superRefine(({ accountSid, authToken }, ctx) => {
    const bare = new RegExp(`^${hex}$`)
    if (bare.test(accountSid))
      ctx.addIssue({
        code: 'custom',
        path: ['accountSid'],
        message: 'That looks like the Auth Token. The Account SID begins with AC.',
      })
    else if (!new RegExp(`^AC${hex}$`).test(accountSid))
      ctx.addIssue({
        code: 'custom',
        path: ['accountSid'],
        message: 'An Account SID begins with AC, then 32 characters',
      })
    if (authToken && !bare.test(authToken))
      ctx.addIssue({
        code: 'custom',
        path: ['authToken'],
        message: /^AC/i.test(authToken)
          ? 'That looks like the Account SID. The Auth Token has no AC before it.'
          : 'An Auth Token has 32 characters, 0 to 9 and a to f',
      })
  })
export type Credentials = z.infer<typeof Credentials>

export const SettingsChange = z.object({
  recordCalls: RecordingMode.optional(),
  retentionDays: z.number().int().min(1, 'At least one day').max(3_650, 'Ten years at most').nullish(),
  helpText: prose(300).optional(),
  greeting: prose(500).optional(),
  transcribe: z.boolean().optional(),
  officeHours: OfficeHours.optional(),
  consentWording: prose(1_000).optional(),
  brandStatus: z.enum(statuses).optional(),
  campaignStatus: z.enum(statuses).optional(),
})
export type SettingsChange = z.infer<typeof SettingsChange>

export const Health = z.object({
  carrier: z.enum(['twilio', 'sandbox']),
  balance: z.string().nullable(),
  lastSuccessAt: Instant.nullable(),
  lastError: z.string().nullable(),
  lastErrorAt: Instant.nullable(),
  /** When a proven notice came last. */
  lastNoticeAt: Instant.nullable(),
  failedNotices: z.number().int(),
  numbers: z.number().int(),
  drifted: z.number().int(),
  unknownTexts: z.number().int(),
})

export const Readiness = z.object({
  /** Of 100. */
  score: z.number().int(),
  items: z.array(z.object({ key: z.string(), label: z.string(), done: z.boolean(), hint: z.string() })),
})

export const carrierSettings = resource(
  '/carrier-settings',
  {
    read: member('telephony.settings').input(Nothing).output(CarrierSettings),
    /** Tried at the carrier before they are kept. */
    connect: external.member('telephony.settings').input(Credentials).output(CarrierSettings),
    /** Back to the sandbox; numbers at the carrier stay there. */
    disconnect: member('telephony.settings').input(Nothing).output(CarrierSettings),
    /** The newer token becomes the one that is used. */
    rotate: member('telephony.settings').input(Nothing).output(CarrierSettings),
    change: member('telephony.settings').input(SettingsChange).output(CarrierSettings),
    test: external
      .member('telephony.settings')
      .input(Nothing)
      .output(z.object({ name: line(200), balance: z.string().nullable() })),
    health: member('telephony.settings').input(Nothing).output(Health),
    readiness: member('telephony.use').input(Nothing).output(Readiness),
  },
  {
    read: 'Get the carrier settings',
    connect: 'Connect a carrier account',
    disconnect: 'Disconnect the carrier account',
    rotate: 'Replace the carrier credentials',
    change: 'Update the carrier settings',
    test: 'Test the carrier credentials',
    health: 'Get the health of the carrier account',
    readiness: 'List what the carrier account still needs',
  },
  ['read', 'health', 'readiness'],
)
