import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { clientTable, inClient, instant } from '#kernel/tables.ts'
import type { Block, Tree } from './rules/blocks.ts'
import { noSeo, type Seo } from './rules/seo.ts'

/** A page of the church's site: /c/{church}/{slug}. */
export const pages = clientTable(
  'pages',
  {
    name: text().notNull(),
    slug: text().notNull(),
    /** As it is being edited. */
    draft: jsonb().$type<Tree>().notNull(),
    seo: jsonb().$type<Seo>().notNull().default(noSeo),
    language: text().notNull().default('en'),
    /** The page's second language, from the same tree; empty for none. */
    secondLanguage: text().notNull().default(''),
    /** The version that visitors see; 0: none. */
    published: integer().notNull().default(0),
    lastNumber: integer().notNull().default(0),
    /** The draft says what visitors see. */
    isFresh: boolean().notNull().default(false),
    publishedAt: instant(),
    /** When the draft is to be published by itself, and when the page closes. */
    publishAt: instant(),
    unpublishAt: instant(),
    /** The first page of the site: /c/{church}. */
    isHome: boolean().notNull().default(false),
    /** Its place in the navigation; null: not in it. */
    menuRank: integer(),
    createdBy: uuid(),
    deletedAt: instant(),
  },
  { audit: { noun: ['a page', 'pages'] }, export: 'rows', merge: 'nobody', confidential: 'nothing' },
  t => [
    uniqueIndex('pages_slug').on(t.clientId, t.slug).where(sql`deleted_at is null`),
    uniqueIndex('pages_home').on(t.clientId).where(sql`is_home and deleted_at is null`),
    index('pages_scheduled').on(t.publishAt).where(sql`publish_at is not null`),
    index('pages_closing').on(t.unpublishAt).where(sql`unpublish_at is not null`),
  ],
)

/** What was published or saved by name; never changed. */
export const pageVersions = clientTable(
  'page_versions',
  {
    pageId: uuid().notNull(),
    number: integer().notNull(),
    /** Empty: it was published. */
    name: text().notNull().default(''),
    isPublished: boolean().notNull(),
    tree: jsonb().$type<Tree>().notNull(),
    seo: jsonb().$type<Seo>().notNull(),
    createdBy: uuid(),
  },
  {
    audit: { noun: ['a version of a page', 'versions of pages'] },
    export: 'rows',
    merge: 'nobody',
    confidential: 'nothing',
  },
  t => [
    uniqueIndex('page_versions_number').on(t.clientId, t.pageId, t.number),
    inClient('page_versions_page', t, t.pageId, pages, 'cascade'),
  ],
)

/** Blocks that several pages show; a change shows on all of them. */
export const pageSections = clientTable(
  'page_sections',
  {
    name: text().notNull(),
    content: jsonb().$type<Block[]>().notNull(),
    deletedAt: instant(),
  },
  {
    audit: { noun: ['a shared section', 'shared sections'] },
    export: 'rows',
    merge: 'nobody',
    confidential: 'nothing',
  },
)

/** An address that moved, or that was printed somewhere. */
export const pageRedirects = clientTable(
  'page_redirects',
  {
    /** A slug of the site. */
    slug: text().notNull(),
    /** A page of the site, or any address. */
    pageId: uuid(),
    target: text().notNull().default(''),
  },
  { audit: { noun: ['a redirect', 'redirects'] }, export: 'rows', merge: 'nobody', confidential: 'nothing' },
  t => [
    uniqueIndex('page_redirects_slug').on(t.clientId, t.slug),
    index('page_redirects_to').on(t.clientId, t.pageId),
    inClient('page_redirects_page', t, t.pageId, pages, 'cascade'),
  ],
)

/** A picture of a page: how large it is, so that nothing moves when it arrives. The file is one of `files`. */
export const pageImages = clientTable(
  'page_images',
  { fileId: uuid().notNull(), width: integer().notNull(), height: integer().notNull() },
  { audit: { quiet: 'Measured from the file' }, export: 'rows', merge: 'nobody', confidential: 'nothing' },
  t => [uniqueIndex('page_images_file').on(t.clientId, t.fileId)],
)
