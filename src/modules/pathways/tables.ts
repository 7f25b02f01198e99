import { sql } from 'drizzle-orm'
import { index, integer, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { appointments } from '#calendar/tables.ts'
import { courses } from '#courses/tables.ts'
import { clientTable, inClient, instant } from '#kernel/tables.ts'
import { people } from '#people/tables.ts'
import { pathwayStates, signoffStates, stepKinds } from './rules/states.ts'

export const pathways = clientTable(
  'pathways',
  {
    name: text().notNull(),
    slug: text().notNull(),
    description: text().notNull().default(''),
    state: text({ enum: pathwayStates }).notNull().default('draft'),
    createdBy: uuid(),
    deletedAt: instant(),
  },
  { audit: { noun: ['a pathway', 'pathways'] }, export: 'rows', merge: 'nobody', confidential: 'nothing' },
  t => [
    uniqueIndex('pathways_slug').on(t.clientId, t.slug),
    index('pathways_deleted').on(t.clientId, t.deletedAt).where(sql`deleted_at is not null`),
  ],
)

/** In order. A removed step stays as a row, and its sign-offs with it. */
export const pathwaySteps = clientTable(
  'pathway_steps',
  {
    pathwayId: uuid().notNull(),
    position: integer().notNull(),
    kind: text({ enum: stepKinds }).notNull(),
    /** Empty for a course: its title is shown. */
    title: text().notNull().default(''),
    description: text().notNull().default(''),
    courseId: uuid(),
    removedAt: instant(),
  },
  { audit: { quiet: 'The change of the pathway is listed' }, export: 'rows', merge: 'nobody', confidential: 'nothing' },
  t => [
    index('pathway_steps_of').on(t.clientId, t.pathwayId, t.position),
    index('pathway_steps_course').on(t.clientId, t.courseId).where(sql`course_id is not null`),
    inClient('pathway_steps_pathway', t, t.pathwayId, pathways),
    inClient('pathway_steps_course_fk', t, t.courseId, courses),
  ],
)

/** Someone on a pathway. */
export const pathwayPeople = clientTable(
  'pathway_people',
  {
    pathwayId: uuid().notNull(),
    personId: uuid().notNull(),
    /** The member who signs off; null: anyone who may. */
    mentorId: uuid(),
    startedAt: instant().notNull(),
    completedAt: instant(),
    /** The completion was announced: once, also where a sign-off was undone in between. */
    announcedAt: instant(),
    /** Removed from the pathway. */
    endedAt: instant(),
  },
  {
    audit: { noun: ['a person on a pathway', 'people on pathways'] },
    export: 'rows',
    merge: { givesWay: 'mine.completed_at is null and theirs.completed_at is not null' },
    confidential: 'nothing',
  },
  t => [
    uniqueIndex('pathway_people_current').on(t.clientId, t.pathwayId, t.personId).where(sql`ended_at is null`),
    index('pathway_people_person').on(t.clientId, t.personId),
    index('pathway_people_newest').on(t.clientId, t.pathwayId, t.id.desc()),
    inClient('pathway_people_pathway', t, t.pathwayId, pathways),
    inClient('pathway_people_person_fk', t, t.personId, people),
  ],
)

export const pathwaySignoffs = clientTable(
  'pathway_signoffs',
  {
    /** Not of their time on the pathway: taken off and added again, they keep what they have done. */
    personId: uuid().notNull(),
    stepId: uuid().notNull(),
    state: text({ enum: signoffStates }).notNull(),
    /** Null: signed off without being asked. */
    requestedAt: instant(),
    signedBy: uuid(),
    /** As it was then: members come and go. */
    signedName: text().notNull().default(''),
    signedAt: instant(),
    note: text().notNull().default(''),
  },
  {
    audit: { noun: ['a sign-off', 'sign-offs'] },
    export: 'rows',
    merge: { givesWay: `mine.state = 'requested' and theirs.state = 'signed'` },
    confidential: 'nothing',
  },
  t => [
    uniqueIndex('pathway_signoffs_once').on(t.clientId, t.personId, t.stepId),
    index('pathway_signoffs_step').on(t.clientId, t.stepId),
    index('pathway_signoffs_waiting').on(t.clientId, t.requestedAt).where(sql`state = 'requested'`),
    inClient('pathway_signoffs_person', t, t.personId, people),
    inClient('pathway_signoffs_step_fk', t, t.stepId, pathwaySteps),
  ],
)

/** What people do at services and events, and the trainings that it asks for. */
export const servingRoles = clientTable(
  'serving_roles',
  {
    name: text().notNull(),
    description: text().notNull().default(''),
    /** The group of people who do it; null, or a group that was deleted: those who are assigned. */
    groupId: uuid(),
    /** Trainings that must be valid on the day. */
    courseIds: uuid().array().notNull().default(sql`'{}'`),
  },
  { audit: { noun: ['a serving role', 'serving roles'] }, export: 'rows', merge: 'nobody', confidential: 'nothing' },
  t => [index('serving_roles_group').on(t.clientId, t.groupId)],
)

export const servingAssignments = clientTable(
  'serving_assignments',
  { roleId: uuid().notNull(), appointmentId: uuid().notNull(), personId: uuid().notNull() },
  {
    audit: { noun: ['a serving assignment', 'serving assignments'] },
    export: 'rows',
    merge: 'moves',
    confidential: { from: 'appointments', by: 'appointment_id' },
  },
  t => [
    uniqueIndex('serving_assignments_once').on(t.clientId, t.roleId, t.appointmentId, t.personId),
    index('serving_assignments_event').on(t.clientId, t.appointmentId),
    index('serving_assignments_person').on(t.clientId, t.personId),
    inClient('serving_assignments_role', t, t.roleId, servingRoles),
    inClient('serving_assignments_event_fk', t, t.appointmentId, appointments),
    inClient('serving_assignments_person_fk', t, t.personId, people),
  ],
)
