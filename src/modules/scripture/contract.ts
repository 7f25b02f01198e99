import { z } from 'zod'
import { member, resource } from '#kernel/contract.ts'
import { books } from './rules/books.ts'
import { DEFAULT_EDITION, editionIds } from './rules/editions.ts'
import { verdicts } from './rules/verifying.ts'

const EditionKey = z.enum(editionIds).default(DEFAULT_EDITION)
const Reference = z
  .string()
  .trim()
  .min(1, 'Enter a Bible passage such as John 3:16-21')
  .max(300, 'Please enter at most 300 characters')

const EditionShape = z.object({
  id: z.enum(editionIds),
  abbreviation: z.string(),
  name: z.string(),
  language: z.enum(['en', 'es']),
  credit: z.string(),
})
const BookShape = z.object({
  id: z.number().int(),
  osis: z.string(),
  name: z.string(),
  spanish: z.string(),
  deuterocanonical: z.boolean(),
})
export const PassageInput = z.object({ reference: Reference, edition: EditionKey })
export type PassageInput = z.infer<typeof PassageInput>

const PassageShape = z.object({
  /** `John 3:16-18` */
  name: z.string(),
  /** Book × 1,000,000 + chapter × 1,000 + verse, as the King James Version counts. */
  from: z.number().int(),
  to: z.number().int(),
  osis: z.string(),
  edition: z.enum(editionIds),
  abbreviation: z.string(),
  verses: z.array(
    z.object({
      id: z.number().int(),
      number: z.string(),
      chapter: z.number().int(),
      label: z.string().nullable(),
      opens: z.boolean(),
      lines: z.array(z.string()),
      text: z.string(),
    }),
  ),
  missing: z.array(z.string()),
})

const VerseShape = z.object({ id: z.number().int(), name: z.string(), text: z.string() })

export const SearchInput = z.object({
  /** Words that a verse must have; in quotation marks next to each other. */
  q: z.string().trim().min(2, 'Please enter at least two letters').max(200, 'Please enter at most 200 characters'),
  edition: EditionKey,
  book: z.coerce.number().int().min(1).max(books.length).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(20),
  offset: z.coerce.number().int().min(0).max(40_000).default(0),
})
export type SearchInput = z.infer<typeof SearchInput>

export const CrossInput = z.object({
  reference: Reference,
  edition: EditionKey,
  limit: z.coerce.number().int().min(1).max(100).default(20),
})
export type CrossInput = z.infer<typeof CrossInput>

export const VerifyInput = z.object({
  text: z.string().max(120_000, 'Please enter at most 120,000 characters'),
  edition: EditionKey,
})
export type VerifyInput = z.infer<typeof VerifyInput>

const FindingShape = z.object({
  /** The quotation, or the reference where it stands alone. */
  text: z.string(),
  /** Where it is in the text, in UTF-16 units. */
  start: z.number().int(),
  end: z.number().int(),
  reference: z.string().nullable(),
  verdict: z.enum(verdicts),
  edition: z.enum(editionIds).nullable(),
  similarity: z.number(),
  /** The stored words, or the whole verse of a part; null where nothing is to be replaced. */
  replacement: z.string().nullable(),
  /** Words that stand in brackets, which are no Scripture. */
  additions: z.array(z.string()),
  /** Why no Bible has the reference: `3 John has only 14 verses.` */
  reason: z.string().nullable(),
  difference: z.array(z.object({ kind: z.enum(['same', 'added', 'missing']), text: z.string() })),
})

const credit = z.string()

export const TopicInput = z.object({
  /** What it is about, in any words; all topics where there is none. */
  q: z.string().trim().max(200, 'Please enter at most 200 characters').default(''),
  limit: z.coerce.number().int().min(1).max(300).default(20),
})
export type TopicInput = z.infer<typeof TopicInput>
const TopicShape = z.object({
  name: z.string(),
  parts: z.array(z.object({ title: z.string(), passages: z.array(z.string()) })),
})
const BookNoteShape = z.object({
  book: z.string(),
  author: z.string(),
  date: z.string(),
  readers: z.string(),
  purpose: z.string(),
  keyVerse: z.string(),
  outline: z.array(z.object({ from: z.number().int(), to: z.number().int(), title: z.string() })),
})

export const scripture = resource(
  '/scripture',
  {
    editions: member('content.read').output(z.object({ items: z.array(EditionShape), books: z.array(BookShape) })),
    passage: member('content.read')
      .input(PassageInput)
      .output(z.object({ items: z.array(PassageShape), credit })),
    search: member('content.read')
      .input(SearchInput)
      .output(z.object({ items: z.array(VerseShape), total: z.number().int(), credit })),
    crossReferences: member('content.read')
      .input(CrossInput)
      .output(z.object({ items: z.array(VerseShape.extend({ score: z.number(), of: z.string() })), credit })),
    topics: member('content.read')
      .input(TopicInput)
      .output(z.object({ items: z.array(TopicShape) })),
    bookNotes: member('content.read')
      .input(z.object({ reference: Reference }))
      .output(z.object({ items: z.array(BookNoteShape) })),
    verify: member('content.read')
      .input(VerifyInput)
      .output(
        z.object({
          items: z.array(FindingShape),
          counts: z.record(z.enum(verdicts), z.number()),
        }),
      ),
  },
  {
    editions: 'List editions and books of the Bible',
    passage: 'Get a Bible passage',
    search: 'Search the Bible',
    crossReferences: 'List cross-references of a passage',
    topics: 'Find topics of the Bible',
    bookNotes: 'Get notes on the book of a passage',
    verify: 'Verify references and quotations in a text',
  },
  ['editions', 'passage', 'search', 'crossReferences', 'topics', 'bookNotes'],
)
