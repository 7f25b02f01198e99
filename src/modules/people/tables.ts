import { sql } from 'drizzle-orm'
import { boolean, date, index, jsonb, primaryKey, snakeCase, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { declarePolicy } from '#kernel/table-policies.ts'
import { clientPolicies, clientTable, confidentialPolicies, inClient, instant } from '#kernel/tables.ts'
import { contactKinds, genders, householdRoles, maritalStatuses, noteVisibilities } from './rules/fields.ts'

/** A person the church knows. Names may repeat; addresses and numbers are shared in families, so neither is unique. */
export const people = clientTable(
  'people',
  {
    /** As shown: nick or first name and last name, else the address or number. */
    name: text().notNull(),
    /** Mr., Dr., Pastor */
    prefix: text().notNull().default(''),
    firstName: text().notNull().default(''),
    middleName: text().notNull().default(''),
    lastName: text().notNull().default(''),
    nickName: text().notNull().default(''),
    /** she/her, as they say it */
    pronouns: text(),
    /** Primary address and number, kept equal to contact_points by the service. */
    email: text(),
    phone: text(),
    /** 1980-04-03, or --04-03 when the year is not known. */
    birthDate: text(),
    anniversary: text(),
    gender: text({ enum: genders }),
    maritalStatus: text({ enum: maritalStatuses }),
    membershipStatus: text(),
    campus: text(),
    photoUrl: text(),
    source: text(),
    /** IANA name, where someone said so; null: what their address says, else the church's. */
    timeZone: text(),
    deceased: boolean().notNull().default(false),
    doNotContact: boolean().notNull().default(false),
    /** Care hold: nothing unprompted to their household until that day, the day included. */
    griefHoldUntil: date({ mode: 'string' }),
    /** The hold is for them alone, not for their household. */
    careHoldAlone: boolean().notNull().default(false),
    assignedTo: uuid(),
    /** Id in the system this person came from. */
    externalId: text(),
    /** Fingerprint of the imported row when nothing else identifies it: the same file twice makes nobody twice. */
    importKey: text(),
    importId: uuid(),
    /** Names, addresses and numbers in lower case without accents, for fragments. */
    search: text().notNull().default(''),
    deletedAt: instant(),
  },
  {
    audit: { noun: ['a person', 'people'] },
    export: 'rows',
    merge: 'nobody',
    confidential: 'nothing',
    person: { column: 'id' },
  },
  t => [
    index('people_search').using('gin', t.clientId, t.search.op('gin_trgm_ops')),
    index('people_name')
      .on(t.clientId, sql`lower(last_name)`, sql`lower(first_name)`, t.id)
      .where(sql`deleted_at is null`),
    index('people_newest').on(t.clientId, t.createdAt, t.id).where(sql`deleted_at is null`),
    uniqueIndex('people_external')
      .on(t.clientId, t.externalId)
      .where(sql`external_id is not null and deleted_at is null`),
    uniqueIndex('people_import_key')
      .on(t.clientId, t.importKey)
      .where(sql`import_key is not null and deleted_at is null`),
    index('people_gone').on(t.clientId, t.id).where(sql`deleted_at is not null`),
    index('people_import').on(t.clientId, t.importId),
    index('people_grief').on(t.clientId, t.griefHoldUntil).where(sql`grief_hold_until is not null`),
  ],
)

export const contactPoints = clientTable(
  'contact_points',
  {
    personId: uuid().notNull(),
    kind: text({ enum: contactKinds }).notNull(),
    /** home, work, mobile, other */
    label: text().notNull().default('other'),
    /** As written. */
    value: text().notNull(),
    /** Email in lower case, number in E.164 when it can be read as one. */
    valueNorm: text().notNull(),
    isPrimary: boolean().notNull().default(false),
    /** False after a wrong number or a hard bounce. */
    valid: boolean().notNull().default(true),
    /** A form or a message added it to someone known. It opens no portal session until a member confirms it. */
    unconfirmed: boolean().notNull().default(false),
  },
  {
    audit: { noun: ['a contact detail', 'contact details'] },
    export: 'rows',
    merge: { givesWay: `mine.valid and not theirs.valid` },
    confidential: 'nothing',
    person: { column: 'person_id' },
  },
  t => [
    index('contact_points_value').on(t.clientId, t.kind, t.valueNorm),
    uniqueIndex('contact_points_once').on(t.clientId, t.personId, t.kind, t.valueNorm),
    inClient('contact_points_person', t, t.personId, people),
  ],
)

export const addresses = clientTable(
  'addresses',
  {
    personId: uuid().notNull(),
    label: text().notNull().default('home'),
    street: text().notNull().default(''),
    street2: text().notNull().default(''),
    city: text().notNull().default(''),
    region: text().notNull().default(''),
    postalCode: text().notNull().default(''),
    country: text().notNull().default(''),
  },
  { audit: { noun: ['an address', 'addresses'] }, export: 'rows', merge: 'moves', confidential: 'nothing' },
  t => [index('addresses_of').on(t.clientId, t.personId), inClient('addresses_person', t, t.personId, people)],
)

export const tags = clientTable(
  'tags',
  { name: text().notNull() },
  { audit: { noun: ['a tag', 'tags'] }, export: 'rows', merge: 'nobody', confidential: 'nothing' },
  t => [uniqueIndex('tags_name').on(t.clientId, sql`lower(name)`)],
)

export const personTags = clientTable(
  'person_tags',
  { personId: uuid().notNull(), tagId: uuid().notNull() },
  { audit: { noun: ['a person’s tag', 'people’s tags'] }, export: 'rows', merge: 'moves', confidential: 'nothing' },
  t => [
    uniqueIndex('person_tags_once').on(t.clientId, t.personId, t.tagId),
    index('person_tags_tag').on(t.clientId, t.tagId),
    inClient('person_tags_person', t, t.personId, people),
    inClient('person_tags_tag_fk', t, t.tagId, tags),
  ],
)

/** A static list: the choir, the Tuesday small group. */
export const groups = clientTable(
  'groups',
  { name: text().notNull(), description: text().notNull().default('') },
  { audit: { noun: ['a group', 'groups'] }, export: 'rows', merge: 'nobody', confidential: 'nothing' },
  t => [uniqueIndex('groups_name').on(t.clientId, sql`lower(name)`)],
)

export const groupMembers = clientTable(
  'group_members',
  { groupId: uuid().notNull(), personId: uuid().notNull() },
  {
    audit: { noun: ['a group membership', 'group memberships'] },
    export: 'rows',
    merge: 'moves',
    confidential: 'nothing',
  },
  t => [
    uniqueIndex('group_members_once').on(t.clientId, t.groupId, t.personId),
    index('group_members_person').on(t.clientId, t.personId),
    inClient('group_members_group', t, t.groupId, groups),
    inClient('group_members_person_fk', t, t.personId, people),
  ],
)

export const households = clientTable(
  'households',
  { name: text().notNull(), externalId: text() },
  { audit: { noun: ['a household', 'households'] }, export: 'rows', merge: 'nobody', confidential: 'nothing' },
  t => [uniqueIndex('households_external').on(t.clientId, t.externalId).where(sql`external_id is not null`)],
)

export const householdMembers = clientTable(
  'household_members',
  {
    householdId: uuid().notNull(),
    personId: uuid().notNull(),
    role: text({ enum: householdRoles }).notNull().default('adult'),
    isPrimary: boolean().notNull().default(false),
    /** A form said so. In the portal it makes nobody a child's parent until a member confirms it. */
    unconfirmed: boolean().notNull().default(false),
  },
  {
    audit: { noun: ['a household membership', 'household memberships'] },
    export: 'rows',
    merge: {
      givesWay: `(theirs.role = 'child' and mine.role <> 'child')
      or (theirs.is_primary and not mine.is_primary and mine.role = theirs.role)`,
    },
    confidential: 'nothing',
  },
  t => [
    uniqueIndex('household_members_once').on(t.clientId, t.householdId, t.personId),
    index('household_members_person').on(t.clientId, t.personId),
    inClient('household_members_household', t, t.householdId, households),
    inClient('household_members_person_fk', t, t.personId, people),
  ],
)

export const notes = clientTable(
  'notes',
  {
    personId: uuid().notNull(),
    body: text().notNull(),
    /** pastoral: only for roles with pastoral.read. */
    visibility: text({ enum: noteVisibilities }).notNull().default('staff'),
    authorId: uuid(),
    deletedAt: instant(),
  },
  {
    audit: { noun: ['a note', 'notes'] },
    export: 'rows',
    merge: 'moves',
    confidential: { when: `case visibility when 'pastoral' then 'pastoral' end` },
  },
  t => [index('notes_person').on(t.clientId, t.personId, t.id), inClient('notes_person_fk', t, t.personId, people)],
)

export const tasks = clientTable(
  'tasks',
  {
    title: text().notNull(),
    personId: uuid(),
    assigneeId: uuid(),
    dueAt: instant(),
    doneAt: instant(),
    createdBy: uuid(),
    deletedAt: instant(),
  },
  { audit: { noun: ['a task', 'tasks'] }, export: 'rows', merge: 'moves', confidential: 'nothing' },
  t => [
    index('tasks_due').on(t.clientId, t.assigneeId, t.dueAt).where(sql`done_at is null and deleted_at is null`),
    index('tasks_person').on(t.clientId, t.personId),
    inClient('tasks_person_fk', t, t.personId, people),
  ],
)

/** That someone gave is known to those who may see gifts. */
const giftsAreConfidential = `case when type = 'gift.received' then 'giving' end`

/** Everything that happened with a person, fed by events; append-only. */
export const timeline = snakeCase.table(
  'timeline',
  {
    clientId: uuid().notNull().default(sql`cast(current_setting('app.client_id') as uuid)`),
    id: uuid().notNull().default(sql`uuidv7()`),
    personId: uuid().notNull(),
    at: instant().notNull().defaultNow(),
    /** lead.created, lead.moved, call, note.added … */
    type: text().notNull(),
    userId: uuid(),
    /** Ids, stages, counts: what the sentence on the screen is made of. Never message text. */
    data: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    /** The same event is written once. */
    sourceKey: text().notNull(),
    needs: text().generatedAlwaysAs(sql.raw(giftsAreConfidential)),
  },
  t => [
    primaryKey({ columns: [t.clientId, t.id] }),
    index('timeline_person').on(t.clientId, t.personId, t.at),
    index('timeline_type').on(t.clientId, t.type, t.at),
    uniqueIndex('timeline_source').on(t.clientId, t.personId, t.sourceKey),
    inClient('timeline_person_fk', t, t.personId, people),
    ...clientPolicies('timeline'),
    ...confidentialPolicies('timeline'),
  ],
)

declarePolicy('timeline', {
  audit: { none: 'Written from events that are logged themselves' },
  export: 'rows',
  merge: 'moves',
  confidential: { when: giftsAreConfidential },
})
