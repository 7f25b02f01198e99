import { z } from 'zod'
import { moment } from '#clients/rules/dates.ts'
import { CsvFile, exporting, Id, Instant, line, member, Page, pageOf, prose, resource } from '#kernel/contract.ts'
import { memberStates } from '../rules/states.ts'

const Count = z.number().int()

/** Someone who is or was in a course. */
export const CourseMember = z.object({
  /** The person’s. */
  id: Id,
  name: z.string(),
  email: z.string().nullable(),
  /** Their first enrollment. */
  joinDate: Instant,
  /** Active with at least one grant that holds, and not suspended. */
  status: z.enum(memberStates),
  /** Mean of their courses, in percent. */
  progress: Count,
  courses: Count,
  lastActive: Instant.nullable(),
})
export type CourseMember = z.infer<typeof CourseMember>

const memberSorts = [
  'name',
  '-name',
  'joinDate',
  '-joinDate',
  'progress',
  '-progress',
  'lastActive',
  '-lastActive',
] as const
const filters = {
  search: z.string().trim().max(100).optional(),
  status: z.enum(memberStates).optional(),
  siteId: Id.optional(),
  courseId: Id.optional(),
  sort: z.enum(memberSorts).default('name'),
}
export const MemberFilter = Page.extend(filters)
export type MemberFilter = z.infer<typeof MemberFilter>

export const MOST_LINES = 2_000
const Invited = z.object({
  firstName: line(100),
  lastName: line(100),
  email: z.string().trim().max(254).pipe(z.email('Please enter a valid email address')),
})
export type Invited = z.infer<typeof Invited>

export const NewMembers = z.object({
  siteId: Id,
  /** Which courses; empty: every course of the site. */
  courseIds: z.array(Id).max(100, 'Up to 100 courses').default([]),
  personIds: z.array(Id).max(500, 'Up to 500 at once').default([]),
  /** People by name and address: those who are known are found, the others become people of the church. */
  invited: z.array(Invited).max(MOST_LINES, `Up to ${MOST_LINES} at once`).default([]),
  expiresAt: moment('Please choose a date and a time').nullable().default(null),
  /** Sends each of them an email with the link to the site. */
  sendsMail: z.boolean().default(true),
  message: prose(2_000).default(''),
})
export type NewMembers = z.infer<typeof NewMembers>

export const AddedMembers = z.object({
  added: Count,
  /** Who got no email, and why. */
  notMailed: z.array(z.object({ name: z.string(), reason: z.string() })),
})

export const courseMembers = resource(
  '/course-members',
  {
    list: member('content.read')
      .input(MemberFilter)
      .output(pageOf(CourseMember).extend({ total: Count })),
    add: member('content.write').input(NewMembers).output(AddedMembers),
    /** The email as someone would get it. */
    previewMail: member('content.read')
      .input(z.object({ siteId: Id, message: prose(2_000).default('') }))
      .output(z.object({ subject: z.string(), text: z.string() })),
    /** What a CSV file says, line by line, before anything is done. */
    readFile: member('content.write')
      .input(z.object({ text: z.string().max(2_000_000, 'This file is too large. Up to 2 MB') }))
      .output(
        z.object({
          invited: z.array(Invited),
          /** Lines that could not be read, with the reason. */
          problems: z.array(z.object({ line: Count, text: z.string(), reason: z.string() })),
          /** Columns that nothing is read from. */
          unread: z.array(z.string()),
        }),
      ),
    export: exporting('content.read').input(z.object(filters)).output(CsvFile),
  },
  {
    list: 'List members of courses',
    add: 'Add members to a membership site',
    previewMail: 'Preview the invitation of a membership site',
    readFile: 'Read a CSV file of members',
    export: 'Export members of courses as CSV',
  },
  ['previewMail', 'export'],
)
