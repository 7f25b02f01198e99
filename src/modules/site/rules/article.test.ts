import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type Article, frontMatter, searchArticles } from './article.ts'

const help: Article[] = readdirSync('src/modules/site/data/help').map(file => {
  const { fields, body } = frontMatter(readFileSync(`src/modules/site/data/help/${file}`, 'utf8'))
  return {
    slug: file.replace(/\.md$/, ''),
    title: fields.title!,
    summary: fields.summary!,
    category: fields.category!,
    html: '',
    text: body,
  }
})

test('there are twenty articles at least, each with title, summary and shelf', () => {
  expect(help.length).toBeGreaterThanOrEqual(20)
  for (const article of help) {
    for (const field of ['title', 'summary', 'category', 'text'] as const)
      expect(article[field], article.slug).toBeTruthy()
  }
})

test.each([
  ['undo import', 'undo-an-import'],
  ['password', 'forgot-password'],
  ['overdue', 'follow-up'],
  ['household', 'households'],
  ['rôle', 'invite-colleagues'],
])('%s finds %s first', (query, slug) => expect(searchArticles(help, query)[0]?.slug).toBe(slug))

test('words that are nowhere find nothing, and so does nothing', () => {
  expect(searchArticles(help, 'zeppelin')).toEqual([])
  expect(searchArticles(help, 'undo zeppelin')).toEqual([])
  expect(searchArticles(help, '  <zeppelin> ')).toEqual([])
  expect(searchArticles(help, '')).toEqual([])
})
