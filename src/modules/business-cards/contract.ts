import { z } from 'zod'
import { ById, Flag, Id, Instant, line, member, Nothing, Page, pageOf, resource, Version } from '#kernel/contract.ts'
import { templateKeys } from './rules/design.ts'
import { CardSlug } from './rules/slug.ts'

const Color = z.string().regex(/^#[0-9a-f]{6}$/i, 'Choose a color such as #3b4cb8')
const Email = z.union([z.literal(''), z.string().trim().max(254).pipe(z.email('Email is invalid'))])
/** With a scheme; one that is missing is added. */
const Website = z
  .string()
  .trim()
  .max(200)
  .transform(text => (text && !/^[a-z][a-z0-9+.-]*:/i.test(text) ? `https://${text}` : text))
  .refine(text => text === '' || (/^https?:\/\//i.test(text) && URL.canParse(text)), 'Please enter a web address')
const count = z.number().int()

const face = {
  template: z.enum(templateKeys),
  backgroundColor: Color,
  textColor: Color,
  accentColor: Color,
  firstName: line(80),
  lastName: line(80),
  title: line(120),
  organization: line(120),
  phone: line(40),
  email: Email,
  website: Website,
  hasLogo: z.boolean(),
}
export const Face = z.object(face)
export type Face = z.infer<typeof Face>

const Instead = z.object({ name: line(120), phone: line(40), email: z.string() })

export const BusinessCard = z.object({
  ...face,
  email: z.string(),
  website: z.string(),
  id: Id,
  slug: z.string(),
  /** The whole address of its page, and the short one in its QR code. */
  address: z.string(),
  shortAddress: z.string(),
  userId: Id.nullable(),
  memberName: z.string().nullable(),
  hasDirections: z.boolean(),
  bookTypeId: Id.nullable(),
  /** Its member has left the team: its page says whom to contact. */
  leftAt: Instant.nullable(),
  successorId: Id.nullable(),
  instead: Instead.nullable(),
  downloads: count,
  qrScans: count,
  saves: count,
  exchanges: count,
  createdAt: Instant,
  version: Version,
  /** How it looks. */
  svg: z.string(),
})
export type BusinessCard = z.infer<typeof BusinessCard>

export const CardFilter = Page.extend({ search: line(200).optional(), deleted: Flag.optional() })
export type CardFilter = z.infer<typeof CardFilter>

export const NewCard = Face.partial().extend({ userId: Id.nullable().optional() })
export type NewCard = z.infer<typeof NewCard>

export const CardChange = Face.partial().extend({
  id: Id,
  version: Version,
  slug: CardSlug.optional(),
  hasDirections: z.boolean().optional(),
  bookTypeId: Id.nullable().optional(),
})
export type CardChange = z.infer<typeof CardChange>

/** Who answers in the place of someone who left: another member takes the card over, a card of theirs, or a contact. */
export const Reassigned = z.object({
  id: Id,
  to: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('member'), userId: Id }),
    z.object({ kind: z.literal('card'), cardId: Id }),
    z.object({
      kind: z.literal('contact'),
      name: line(120).pipe(z.string().min(1, 'Please enter a name')),
      phone: line(40).default(''),
      email: Email.default(''),
    }),
  ]),
})
export type Reassigned = z.infer<typeof Reassigned>

export const businessCards = resource(
  '/business-cards',
  {
    list: member('content.read')
      .input(CardFilter)
      .output(pageOf(BusinessCard).extend({ total: count })),
    get: member('content.read').input(ById).output(BusinessCard),
    create: member('content.write').input(NewCard).output(BusinessCard),
    update: member('content.write').input(CardChange).output(BusinessCard),
    remove: member('content.write').input(ById).output(Nothing),
    restore: member('content.write').input(ById).output(BusinessCard),
    duplicate: member('content.write').input(ById).output(BusinessCard),
    reassign: member('content.write').input(Reassigned).output(BusinessCard),
    /** A card for each of these members; those who have one keep it. */
    createForMembers: member('content.write')
      .input(z.object({ userIds: z.array(Id).min(1).max(200), template: z.enum(templateKeys).default('classic') }))
      .output(z.object({ created: count, skipped: count })),
    /** How a card with these changes would look, and what is hard to read on it. */
    draw: member('content.read')
      .input(
        Face.extend({ email: line(254), website: line(200) })
          .partial()
          .extend({ id: Id }),
      )
      .output(z.object({ svg: z.string(), findings: z.array(z.string()) })),
  },
  {
    list: 'List business cards',
    get: 'Get a business card',
    create: 'Create a business card',
    update: 'Update a business card',
    remove: 'Delete a business card',
    restore: 'Restore a business card',
    duplicate: 'Duplicate a business card',
    reassign: 'Reassign the business card of someone who left',
    createForMembers: 'Create business cards for members',
    draw: 'Draw a business card without saving it',
  },
)
