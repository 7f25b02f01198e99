import { z } from 'zod'
import { ById, Id, Instant, line, member, Nothing, publicOf, resource, signedIn, Version } from '#kernel/contract.ts'
import { roles } from '#kernel/permissions.ts'
import { addressProblem } from './public-address/rules.ts'
import { accesses, billingStates, knownCountry, knownLocale, knownTimeZone, leadAssignments } from './rules.ts'

/** IANA name. */
export const TimeZone = z.string().max(60).refine(knownTimeZone, 'Please choose a time zone from the list')

export const PostalAddress = z.object({
  street: line(200).default(''),
  street2: line(200).default(''),
  city: line(120).default(''),
  region: line(120).default(''),
  postalCode: line(20).default(''),
})
export type PostalAddress = z.infer<typeof PostalAddress>

export const Email = z
  .string({ error: 'Email is required' })
  .trim()
  .toLowerCase()
  .min(1, 'Email is required')
  .max(254, 'Email is invalid')
  .pipe(z.email('Email is invalid'))

export const Account = z.object({
  id: Id,
  name: z.string(),
  slug: z.string(),
  role: z.enum(roles),
  timeZone: z.string(),
  country: z.string(),
  locale: z.string(),
  setUp: z.boolean(),
  house: z.boolean(),
  access: z.enum(accesses),
  billingState: z.enum(billingStates).nullable(),
  billingUntil: Instant.nullable(),
  /** A file; see /storage/v1/logos. */
  logoId: Id.nullable(),
  /** #rrggbb */
  brandColor: z.string().nullable(),
  /** Entered as support until then; null for members. */
  supportUntil: Instant.nullable(),
})
export type Account = z.infer<typeof Account>

export const Me = z.object({
  user: z.object({
    id: Id,
    email: z.string(),
    name: z.string(),
    avatarUrl: z.string().nullable(),
    role: z.enum(['admin', 'user']),
  }),
  accounts: z.array(Account),
})
export type Me = z.infer<typeof Me>

export const Church = z.object({
  id: Id,
  name: z.string(),
  /** Of its public addresses: /book/{slug}. */
  slug: z.string(),
  /** An owner has chosen or kept it; else it was made from the name. */
  slugChosen: z.boolean(),
  timeZone: z.string(),
  locale: z.string(),
  country: z.string(),
  currency: z.string(),
  address: PostalAddress.nullable(),
  followUpHours: z.number().int(),
  /** `turns`: each new lead goes to the next member (round robin); `manual`: someone assigns it. */
  leadAssignment: z.enum(leadAssignments),
  /** User ids of the members who take turns; empty: everyone who works with leads. */
  leadOwnerIds: z.array(Id),
  /** Promotions and workflow messages wait on Sundays from 8 AM to noon and on Good Friday. */
  quietChurchTimes: z.boolean(),
  logoId: Id.nullable(),
  /** #rrggbb */
  brandColor: z.string().nullable(),
  setUp: z.boolean(),
  version: Version,
})
export type Church = z.infer<typeof Church>

/** The word in a church's public addresses: lower-case letters, digits, hyphens between them; 3 to 48. */
export const PublicAddress = z
  .string({ error: 'Please enter an address' })
  .trim()
  .toLowerCase()
  .superRefine((slug, issues) => {
    const message = addressProblem(slug)
    if (message) issues.addIssue({ code: 'custom', message })
  })

export const ChurchChange = z.object({
  name: line(120).pipe(z.string().min(1, 'Please enter the name of your church or ministry')).optional(),
  timeZone: TimeZone.optional(),
  locale: z.string().refine(knownLocale, 'Please choose a language from the list').optional(),
  country: z.string().refine(knownCountry, 'Please choose a country from the list').optional(),
  address: PostalAddress.optional(),
  /** A picture that was uploaded for it. */
  logoId: Id.nullable().optional(),
  brandColor: z
    .string()
    .toLowerCase()
    .regex(/^#[0-9a-f]{6}$/, 'Please enter a color as # and six digits, such as #3b4cb8')
    .nullable()
    .optional(),
  /** Hours from a new lead's arrival until its follow-up is overdue. */
  followUpHours: z.number().int().min(1, 'At least one hour').max(720, 'At most 30 days (720 hours)').optional(),
  leadAssignment: z.enum(leadAssignments).optional(),
  leadOwnerIds: z.array(Id).max(100).optional(),
  quietChurchTimes: z.boolean().optional(),
  setUp: z.literal(true).optional(),
  version: Version,
})
export type ChurchChange = z.infer<typeof ChurchChange>

export const Member = z.object({
  id: Id,
  userId: Id,
  name: z.string(),
  email: z.string(),
  avatarUrl: z.string().nullable(),
  role: z.enum(roles),
  createdAt: Instant,
  version: Version,
})
export type Member = z.infer<typeof Member>

/** How many open leads, tasks, people and conversations are someone's. */
export const Work = z.object({
  leads: z.number().int(),
  tasks: z.number().int(),
  people: z.number().int(),
  conversations: z.number().int(),
  workflow_approvals: z.number().int(),
  form_submissions: z.number().int(),
  prayer_requests: z.number().int(),
  reviews: z.number().int(),
})
export type Work = z.infer<typeof Work>

export const Invitation = z.object({
  id: Id,
  email: z.string(),
  role: z.enum(roles),
  state: z.enum(['open', 'expired']),
  sentAt: Instant,
  expiresAt: Instant,
})
export type Invitation = z.infer<typeof Invitation>

export const NewInvitation = z.object({ email: Email, role: z.enum(roles) })
export type NewInvitation = z.infer<typeof NewInvitation>

const Token = z.object({ token: z.string().min(20).max(200) })
/** What an invitation's page shows before anyone signs in. */
export const InvitationView = z.object({
  church: z.string(),
  invitedBy: z.string(),
  email: z.string(),
  role: z.enum(roles),
  state: z.enum(['open', 'used', 'expired', 'revoked']),
  /** Whether that address has a sign-in already. */
  registered: z.boolean(),
})

export const clients = resource(
  '/clients',
  {
    mine: signedIn.input(Nothing).output(Me),
  },
  { mine: 'List your accounts' },
  ['mine'],
)

export const church = resource(
  '/church',
  {
    read: member('people.basic').input(Nothing).output(Church),
    change: member('settings.write').input(ChurchChange).output(Church),
    /** Former addresses lead to the new one for good. */
    chooseAddress: member('settings.write')
      .input(z.object({ slug: PublicAddress }))
      .output(z.object({ slug: z.string() }))
      .errors({ OWNER_ONLY: { status: 403, message: 'Only the owner can change the public address.' } }),
  },
  {
    read: 'Get the church profile',
    change: 'Update the church profile',
    chooseAddress: 'Choose the public address of the church',
  },
  ['read'],
)

const lastOwner = {
  LAST_OWNER: { status: 409, message: 'An account always has an owner. Make someone else the owner first.' },
} as const

export const members = resource(
  '/members',
  {
    list: member('people.basic')
      .input(Nothing)
      .output(z.object({ items: z.array(Member) })),
    update: member('members.write')
      .input(z.object({ id: Id, role: z.enum(roles), version: Version }))
      .output(Member)
      .errors(lastOwner),
    /** What is assigned to them and not done yet. */
    work: member('members.write').input(ById).output(Work),
    /** `handOverTo` is another member's user: theirs is then what was assigned. */
    remove: member('members.write')
      .input(ById.extend({ handOverTo: Id.optional() }))
      .output(z.object({ handedOver: Work }))
      .errors(lastOwner),
    /** Another member becomes the owner, and the caller an admin. */
    transfer: member('members.write')
      .input(ById)
      .output(Member)
      .errors({ OWNER_ONLY: { status: 403, message: 'Only the owner can transfer the account.' } }),
  },
  {
    list: 'List members',
    update: "Change a member's role",
    work: 'Get the work assigned to a member',
    remove: 'Remove a member',
    transfer: 'Transfer ownership of the account',
  },
  ['work'],
)

export const invitations = resource(
  '/invitations',
  {
    list: member('members.write')
      .input(Nothing)
      .output(z.object({ items: z.array(Invitation) })),
    create: member('members.write')
      .input(NewInvitation)
      .output(Invitation)
      .errors({ ALREADY_MEMBER: { status: 409, message: 'Someone with this address is already a member.' } }),
    resend: member('members.write').input(ById).output(Invitation),
    revoke: member('members.write').input(ById).output(Nothing),
    view: publicOf('token').input(Token).output(InvitationView),
    accept: publicOf('token')
      .input(Token)
      .output(z.object({ clientId: Id }))
      .errors({
        WRONG_ADDRESS: {
          status: 403,
          message: 'This invitation was sent to another address. Sign in with that address to accept it.',
        },
        INVITATION_USED: { status: 410, message: 'This invitation has already been used.' },
        INVITATION_EXPIRED: { status: 410, message: 'This invitation has expired. Ask for a new one.' },
        INVITATION_REVOKED: { status: 410, message: 'This invitation was canceled.' },
      }),
  },
  {
    list: 'List invitations',
    create: 'Invite a colleague',
    resend: 'Resend an invitation',
    revoke: 'Revoke an invitation',
    view: 'Get an invitation by its link',
    accept: 'Accept an invitation',
  },
)
