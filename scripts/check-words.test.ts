import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { checkWords, type Exception } from './check-words.ts'

function problemsOf(files: Record<string, string>, exceptions: Exception[] = []): string[] {
  const root = mkdtempSync(path.join(os.tmpdir(), 'lampstand-words-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
    writeFileSync(path.join(root, file), text)
  }
  return checkWords(root, exceptions)
}

const offender = 'some' + 'body'

test('a word to replace is found in comments, strings, templates, screens, documents and data', () => {
  expect(
    problemsOf({
      'README.md': `# Lampstand\n\nFor ${offender} else.\n`,
      'src/modules/leads/service.ts': `/** Tells ${offender}. */\nexport const a = 'Ask ${offender}'\n`,
      'src/modules/leads/rules.test.ts': `test('${offender} is told', () => {})\n`,
      'src/modules/leads/screens/a.tsx': `export const A = (n: number) => <p title={\`By \${n} of ${offender}\`}>Asked\n  ${offender}</p>\n`,
      'src/modules/site/data/help/a.md': `Ask ${offender}.\n`,
      'src/modules/leads/data/demo.json': `{ "note": "Ask ${offender}" }\n`,
    }),
  ).toEqual([
    `README.md:3: “${offender}”; better: someone`,
    `src/modules/leads/data/demo.json:1: “${offender}”; better: someone`,
    `src/modules/leads/rules.test.ts:1: “${offender}”; better: someone`,
    `src/modules/leads/screens/a.tsx:1: “${offender}”; better: someone`,
    `src/modules/leads/screens/a.tsx:1: “${offender}”; better: someone`,
    `src/modules/leads/service.ts:1: “${offender}”; better: someone`,
    `src/modules/leads/service.ts:2: “${offender}”; better: someone`,
    `src/modules/site/data/help/a.md:1: “${offender}”; better: someone`,
  ])
})

test('a phrase is found where a line breaks in it; British spelling is found in any form', () => {
  expect(
    problemsOf({
      'src/modules/leads/service.ts':
        '/**\n * It is wri' + 'tten\n * down. The col' + 'ours and the organi' + 'sation.\n */\nexport {}\n',
    }).map(problem => problem.split('; ')[1]),
  ).toEqual([
    'better: recorded, logged, entered, transcribed',
    'better: color, favor, neighbor, behavior, honor',
    'better: -ize',
  ])
})

test('keys, names, code and SQL are not text', () => {
  expect(
    problemsOf({
      'docs/a.md': `Send \`${offender}\` to [us](${offender}.md).\n\n\`\`\`\n${offender}\n\`\`\`\n`,
      'src/modules/leads/service.ts':
        `import { ${offender} } from './${offender}.ts'\n` +
        `// The key \`${offender}\`\nexport const key = '${offender}'\n` +
        'export const cancelled = sql`select 1 where state = ' +
        "'cancel" +
        "led'`\n",
    }),
  ).toEqual([])
})

test('some words are wrong on screens alone', () => {
  const text = `export const a = 'We sent a m` + `ail'\n`
  expect(problemsOf({ 'src/modules/leads/screens/a.ts': text, 'src/modules/leads/a.test.ts': text })).toEqual([
    'src/modules/leads/screens/a.ts:1: “a mail”; better: email, emails; "mail" is paper',
  ])
})

test('a quoted exception passes, and one that is no longer needed fails', () => {
  const files = { 'src/modules/leads/service.ts': `export const verse = 'A lamp for every` + `body'\n` }
  const verse = { file: 'src/modules/leads/service.ts', text: 'A lamp for every', reason: 'a quotation' }
  expect(problemsOf(files, [verse])).toEqual([])
  expect(problemsOf(files, [verse, { ...verse, text: 'A light' }])).toEqual([
    'scripts/words.json: “A light” of src/modules/leads/service.ts needs no exception',
  ])
})
