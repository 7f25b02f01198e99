import { randomBytes, randomUUID } from 'node:crypto'
import { and, desc, eq, gt, inArray, isNull, like, ne } from 'drizzle-orm'
import { appointments } from '#calendar/tables.ts'
import { slugOf } from '#clients/rules.ts'
import { keepForGood } from '#files/service.ts'
import { files } from '#files/tables.ts'
import { forms } from '#forms/tables.ts'
import { users } from '#identity/tables.ts'
import { clock, days } from '#kernel/clock.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { isNoChange } from '#kernel/db.ts'
import { Failure, found, invalid } from '#kernel/failure.ts'
import { announce } from '#kernel/realtime.ts'
import { advisoryLock } from '#kernel/sql.ts'
import { usesOf } from '#public-page/service/uses.ts'
import { videos } from '#videos/tables.ts'
import type { Course, CourseChange, NewCourse } from '../contract.ts'
import { picturesOf } from '../rules/document.ts'
import { type Lesson, lessonsOf, newSettings, type Outline, searchText } from '../rules/outline.ts'
import { KEPT_DAYS } from '../rules/states.ts'
import { get, readCourseRow } from '../service.ts'
import { courses, courseVersions, lessons } from '../tables.ts'

/** Two that take a free address at once would both find it free. */
async function freeSlug(ctx: Ctx, title: string, own = ''): Promise<string> {
  await advisoryLock(ctx.db, `course slugs ${ctx.client.id}`)
  const named = slugOf(title)
  const base = named === 'account' ? 'course' : named
  const rows = await ctx.db
    .select({ slug: courses.slug })
    .from(courses)
    .where(and(like(courses.slug, `${base}%`), ne(courses.slug, own)))
  const taken = new Set(rows.map(({ slug }) => slug))
  if (!taken.has(base)) return base
  for (let count = 2; count < 100; count++) if (!taken.has(`${base}-${count}`)) return `${base}-${count}`
  return `${base}-${randomBytes(4).toString('hex')}`
}

export async function create(ctx: Ctx, { title, description }: NewCourse): Promise<Course> {
  const slug = await freeSlug(ctx, title)
  const settings = newSettings()
  const [row] = await ctx.db
    .insert(courses)
    .values({
      title,
      description,
      slug,
      settings,
      draft: [],
      search: searchText(title, description, []),
      createdBy: userOf(ctx),
    })
    .returning({ id: courses.id })
  announce(ctx, 'courses', row!.id)
  return get(ctx, { id: row!.id })
}

export async function update(ctx: Ctx, { id, version, ...changes }: CourseChange): Promise<Course> {
  const before = await readCourseRow(ctx, id)
  if (isNoChange(changes)) return get(ctx, { id })
  if (changes.pictureId) await requireFiles(ctx, [changes.pictureId], 'picture', 'pictureId')
  if (changes.draft) await requireReferences(ctx, id, changes.draft)
  const after = { ...before, ...changes }
  // The address of a published course is known out there: it stays.
  const isRenamed = changes.title !== undefined && changes.title !== before.title && before.lastNumber === 0
  const [row] = await ctx.db
    .update(courses)
    .set({
      ...changes,
      ...(isRenamed && { slug: await freeSlug(ctx, after.title, before.slug) }),
      search: searchText(after.title, after.description, after.draft),
      ...(changes.draft && { isFresh: false }),
      version: version + 1,
    })
    // Of two who edit at once, the second is told, and nothing is overwritten.
    .where(and(eq(courses.id, id), eq(courses.version, version), isNull(courses.deletedAt)))
    .returning({ id: courses.id })
  if (!row) throw new Failure('CONFLICT')
  announce(ctx, 'courses', id)
  return get(ctx, { id })
}

async function requireFiles(ctx: Ctx, ids: string[], purpose: 'lesson' | 'picture', field: string): Promise<void> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return
  const rows = await ctx.db
    .select({ id: files.id })
    .from(files)
    .where(and(inArray(files.id, wanted), eq(files.purpose, purpose), isNull(files.removedAt)))
  if (rows.length < wanted.length) throw invalid(field, 'A file is missing. Please upload it again')
  await keepForGood(ctx, wanted)
}

/** Everything that it names is this church’s own, and no lesson of another course is taken over. */
async function requireReferences(ctx: Ctx, courseId: string, draft: Outline): Promise<void> {
  const all = lessonsOf(draft)
  const ids = (of: (lesson: Lesson) => string | null) => [...new Set(all.map(of).filter(id => id !== null))] as string[]
  const field = 'draft'
  await requireFiles(
    ctx,
    all.flatMap(one => one.files.map(({ id }) => id)),
    'lesson',
    field,
  )
  await requireFiles(
    ctx,
    all.flatMap(one => picturesOf(one.body)),
    'picture',
    field,
  )
  for (const [table, wanted, message] of [
    [videos, ids(one => one.videoId), 'This video no longer exists'],
    [forms, ids(one => one.formId), 'This form no longer exists'],
    [appointments, ids(one => one.appointmentId), 'This event no longer exists'],
  ] as const)
    if (wanted.length > 0) {
      const rows = await ctx.db.select({ id: table.id }).from(table).where(inArray(table.id, wanted))
      if (rows.length < wanted.length) throw invalid(field, message)
    }
  const lessonIds = all.map(({ id }) => id)
  if (lessonIds.length === 0) return
  const [other] = await ctx.db
    .select({ id: lessons.id })
    .from(lessons)
    .where(and(inArray(lessons.id, lessonIds), ne(lessons.courseId, courseId)))
    .limit(1)
  if (other) throw invalid(field, 'A lesson belongs to another course')
}

/** A copy with lessons of its own: nobody has progress in it. */
export async function duplicate(ctx: Ctx, { id }: { id: string }): Promise<Course> {
  const { title, description, pictureId, settings, draft } = await readCourseRow(ctx, id)
  const named = `${title.slice(0, 190)} (copy)`
  const copied = draft.map(section => ({
    ...section,
    id: randomUUID(),
    lessons: section.lessons.map(lesson => ({ ...lesson, id: randomUUID() })),
  }))
  const [row] = await ctx.db
    .insert(courses)
    .values({
      title: named,
      description,
      pictureId,
      settings,
      draft: copied,
      createdBy: userOf(ctx),
      slug: await freeSlug(ctx, named),
      search: searchText(named, description, copied),
    })
    .returning({ id: courses.id })
  announce(ctx, 'courses', row!.id)
  return get(ctx, { id: row!.id })
}

export async function listCourseUses(ctx: Ctx, { id }: { id: string }) {
  await readCourseRow(ctx, id)
  return { items: await usesOf(ctx, 'course', id) }
}

export async function remove(ctx: Ctx, { id }: { id: string }) {
  await readCourseRow(ctx, id)
  await ctx.db.update(courses).set({ deletedAt: clock.now() }).where(eq(courses.id, id))
  announce(ctx, 'courses', id)
  return {}
}

export async function restore(ctx: Ctx, { id }: { id: string }): Promise<Course> {
  const [row] = await ctx.db
    .update(courses)
    .set({ deletedAt: null })
    .where(and(eq(courses.id, id), gt(courses.deletedAt, new Date(clock.ms() - days(KEPT_DAYS)))))
    .returning({ id: courses.id })
  found(row, 'Course')
  announce(ctx, 'courses', id)
  return get(ctx, { id })
}

export async function listVersions(ctx: Ctx, { id }: { id: string }) {
  await readCourseRow(ctx, id)
  const rows = await ctx.db
    .select({ version: courseVersions, name: users.name })
    .from(courseVersions)
    .leftJoin(users, eq(users.id, courseVersions.publishedBy))
    .where(eq(courseVersions.courseId, id))
    .orderBy(desc(courseVersions.number))
    .limit(100)
  return {
    items: rows.map(({ version: { number, outline, createdAt }, name }) => ({
      number,
      createdAt,
      lessons: lessonsOf(outline).length,
      publishedBy: name ?? '',
    })),
  }
}

export async function revertCourse(ctx: Ctx, { id, version, number }: { id: string; version: number; number: number }) {
  const [row] = await ctx.db
    .select({ outline: courseVersions.outline })
    .from(courseVersions)
    .where(and(eq(courseVersions.courseId, id), eq(courseVersions.number, number)))
  return update(ctx, { id, version, draft: found(row, 'Version').outline })
}
