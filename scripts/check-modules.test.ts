import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkModules, kindOf } from './check-modules.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'lampstand-modules-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function problemsOf(files: Record<string, string>): string[] {
  for (const [file, text] of Object.entries(files)) {
    const at = path.join(root, 'src', file)
    mkdirSync(path.dirname(at), { recursive: true })
    writeFileSync(at, text)
  }
  return checkModules(root)
}

const tidy = {
  'kernel/ctx.ts': "import { clock } from './clock.ts'\n",
  'kernel/permissions.test.ts':
    "import { contract } from '#app/contract.ts'\nimport { get } from '#people/service.ts'\n",
  'ui/theme.ts': "import { createTheme } from '@mantine/core'\n",
  'web/routes.ts': "import { x } from '#people/widgets/picker.tsx'\nimport { modules } from '#app/modules.ts'\n",
  'web/api.ts': "import type { contract } from '#app/contract.ts'\n",
  'app/router.ts': "import { leadsRouter } from '#leads/router.ts'\n",
  'providers/mail/index.ts': "import { env } from '#kernel/env.ts'\nimport { live } from './live.ts'\n",
  'providers/mail/sandbox/tables.ts': "import { clientTable } from '#kernel/tables.ts'\n",
  'testing/church.ts': "import { router } from '#app/router.ts'\n",
  'modules/people/contract.ts':
    "import { member } from '#kernel/contract.ts'\nimport { fields } from './rules/fields.ts'\n",
  'modules/people/rules/fields.ts': "import names from '../data/names.json'\n",
  'modules/people/data/names.json': '[]',
  'modules/people/import/contract.ts': "import { Person } from '../contract.ts'\n",
  'modules/people/import/screens/use-steps.ts': "import { api } from '#web/api.ts'\n",
  'modules/leads/service.ts': "import { get } from '#people/service.ts'\nimport { people } from '#people/tables.ts'\n",
  'modules/leads/leads.test.ts': "import { aChurch } from '#testing/church.ts'\n",
  'modules/leads/screens/board.tsx':
    "import { Picker } from '#people/widgets/picker.tsx'\nimport css from './board.module.css'\n",
  'modules/leads/screens/board.module.css': '.board {\n}\n',
  'modules/leads/README.md': '',
  'modules/leads/tasks.ts': "import { task } from '#kernel/jobs.ts'\nimport { Lead } from './contract.ts'\n",
  'modules/leads/jobs.ts': "import { remind } from './tasks.ts'\n",
  'modules/leads/module.ts':
    "import { defineModule } from '#kernel/modules.ts'\nconst tile = () => import('./widgets/tile.tsx')\n",
  'modules/leads/module.server.ts': "import * as jobs from './jobs.ts'\nimport { leads } from './contract.ts'\n",
  'app/modules.ts': "import leads from '#leads/module.ts'\n",
  'postgres/boot.ts': "import { env } from '#kernel/env.ts'\n",
}

test('a codebase in order has no problems', () => {
  expect(problemsOf(tidy)).toEqual([])
})

test.each<[string, string, string, string]>([
  ['an unknown name', 'modules/leads/mapper.ts', '', 'not a file that a module may hold'],
  ['an unknown folder', 'modules/leads/screens/parts/card.tsx', '', 'not a file that a module may hold'],
  ['a hook without its name', 'modules/leads/screens/state.ts', '', 'not a file that a module may hold'],
  ['a module without a floor', 'modules/raffles/contract.ts', '', 'raffles is not on a floor'],
  ['a folder for anything', 'web/lib/api.ts', '', 'name it after what it does'],
  ['a file for anything', 'kernel/utils.ts', '', 'name it after what it does'],
  ['a barrel by name', 'ui/index.ts', 'export const a = 1\n', 'no barrels'],
  ['a barrel by content', 'ui/all.ts', "export { Page } from './page.tsx'\n", 'no barrels'],
  ['a barrel by star', 'ui/all.ts', "const a = 1\nexport * from './page.tsx'\n", 'no barrels'],
  ['a long file', 'ui/long.ts', 'const a = 1\n'.repeat(401), '401 lines; 400 at most'],
  [
    'a long function',
    'ui/long.ts',
    `export function far() {\n${'  go()\n'.repeat(59)}}\n`,
    'far has 61 lines; 60 at most',
  ],
  [
    'a long factory',
    'ui/long.ts',
    `export const make = () => ({\n  far() {\n${'    go()\n'.repeat(40)}  },\n${'  a: 1,\n'.repeat(20)}})\n`,
    'make has 64 lines; 60 at most',
  ],
  [
    'a long function within another',
    'ui/long.ts',
    `export class Far {\n  make() {\n${'    go()\n'.repeat(59)}  }\n}\n`,
    'make has 61 lines; 60 at most',
  ],
  [
    'a manifest that is read past the registry',
    'web/sidebar.tsx',
    "import leads from '#leads/module.ts'\n",
    'only app imports manifests',
  ],
  [
    'a manifest that takes the server along',
    'modules/leads/module.ts',
    "import { create } from './service.ts'\n",
    'module takes no service',
  ],
  ['a manifest of a noun', 'modules/people/import/module.ts', '', 'a module has one manifest, in its own folder'],
  [
    'a task that does its work itself',
    'modules/leads/tasks.ts',
    "import { create } from './service.ts'\n",
    'tasks takes no service',
  ],
  [
    'a server of its own making',
    'kernel/a.ts',
    "import { openMigratedDatabase } from '#postgres/boot.ts'\n",
    'nothing of postgres',
  ],
  ['a provider of its own making', 'providers/mail/client.ts', '', 'not a file that a provider may hold'],
  [
    'a service in a contract',
    'modules/people/contract.ts',
    "import { get } from './service.ts'\n",
    'contract takes no service',
  ],
  [
    'a screen that reads tables',
    'modules/leads/screens/a.tsx',
    "import { leads } from '../tables.ts'\n",
    'screens takes no tables',
  ],
  [
    'a screen of another module',
    'modules/leads/screens/a.tsx',
    "import { A } from '#people/screens/a.tsx'\n",
    'no screens of another',
  ],
  [
    'a type of the wrong file',
    'modules/leads/contract.ts',
    "import type { A } from '#people/tables.ts'\n",
    'no tables of another',
  ],
  [
    'a lazy import',
    'modules/leads/screens/a.tsx',
    "const a = () => import('#people/service.ts')\n",
    'no service of another',
  ],
  [
    'a server in the browser',
    'modules/leads/screens/a.tsx',
    "import { log } from '#kernel/log.ts'\n",
    'it may reach a browser',
  ],
  [
    'pixels in the server',
    'modules/leads/service.ts',
    "import { Page } from '#ui/page.tsx'\n",
    'service takes nothing of ui',
  ],
  [
    'a provider in a router',
    'modules/leads/router.ts',
    "import { mail } from '#providers/mail/index.ts'\n",
    'router takes nothing of providers',
  ],
  [
    'a long way round',
    'modules/leads/service.ts',
    "import { a } from '#leads/rules.ts'\n",
    'import your own module relatively',
  ],
  [
    'a border without a sign',
    'modules/leads/service.ts',
    "import { a } from '../people/service.ts'\n",
    'cross a border with #',
  ],
  [
    'an import of the app',
    'modules/leads/service.ts',
    "import { router } from '#app/router.ts'\n",
    'service takes nothing of app',
  ],
  [
    'an import up the floors',
    'modules/people/service.ts',
    "import { send } from '#sms/service.ts'\n",
    'it is on a higher floor',
  ],
  [
    'a kernel that knows a module',
    'kernel/ctx.ts',
    "import { a } from '#people/service.ts'\n",
    'kernel knows no service',
  ],
  ['a ui that knows a module', 'ui/theme.ts', "import { a } from '#people/rules.ts'\n", 'ui knows no rules'],
  ['a ui that knows the web', 'ui/theme.ts', "import { api } from '#web/api.ts'\n", 'ui takes nothing of web'],
  [
    'a web that runs the app',
    'web/api.ts',
    "import { contract } from '#app/contract.ts'\n",
    'web takes nothing of app',
  ],
  [
    'a provider that knows a module',
    'providers/mail/live.ts',
    "import { a } from '#people/service.ts'\n",
    'providers knows no service',
  ],
])('%s is found', (_, file, text, problem) => {
  const problems = problemsOf({ ...tidy, [file]: text })
  expect(problems).toHaveLength(1)
  expect(problems[0]).toContain(`src/${file}: `)
  expect(problems[0]).toContain(problem)
})

const circle = {
  'modules/people/screens/person.tsx': "import { Card } from '#leads/widgets/card.tsx'\n",
  'modules/leads/jobs.ts': "import { personMerged } from '#people/events.ts'\n",
}

test('modules form no circle by any value', () => {
  expect(problemsOf(circle)).toEqual([
    'src/modules/leads: imports go in a circle: leads → people → leads',
    'src/modules/people: imports go in a circle: people → leads → people',
  ])
  expect(
    problemsOf({ ...circle, 'modules/leads/jobs.ts': "import type { personMerged } from '#people/events.ts'\n" }),
  ).toEqual([])
})

test('a folder for a noun holds at least two kinds of file', () => {
  const noun = 'modules/leads/scores'
  const lone = { [`${noun}/service.ts`]: '', [`${noun}/scores.test.ts`]: '' }
  expect(problemsOf(lone)).toEqual([`src/${noun}: holds one kind of file; a folder for a noun holds at least two`])
  expect(problemsOf({ [`${noun}/contract.ts`]: '' })).toEqual([])
})

test('what was there before a rule is listed until it is gone', () => {
  const exceptions = { circles: ['people → leads'], loneNouns: ['leads/board'] }
  mkdirSync(path.join(root, 'scripts'))
  writeFileSync(path.join(root, 'scripts/exceptions.json'), JSON.stringify(exceptions))
  expect(problemsOf({ ...circle, 'modules/leads/board/service.ts': '' })).toEqual([])
  expect(
    problemsOf({
      'modules/leads/jobs.ts': '',
      'modules/leads/board/service.ts': '',
      'modules/leads/board/jobs.ts': '',
    }),
  ).toEqual([
    'scripts/exceptions.json: leads/board is no exception any more; remove it from the list',
    'scripts/exceptions.json: people → leads closes no circle any more; remove it from the list',
  ])
})

const list = (exceptions: object) => {
  mkdirSync(path.join(root, 'scripts'), { recursive: true })
  writeFileSync(path.join(root, 'scripts/exceptions.json'), JSON.stringify(exceptions))
}

const tables = {
  'modules/people/tables.ts': "export const people = clientTable('people', {\n})\n",
  'modules/forms/tables.ts': "export const forms = clientTable('forms', {\n})\n",
}
const takes = (what: string, table: string, from: string) => `import { ${table} } from '#${from}/tables.ts'\n${what}\n`

test.each([
  ['drizzle', takes('ctx.db.insert(people).values(row)', 'people', 'people')],
  ['the table in SQL', takes(`sql\`update $\{people} set a = 1\``, 'people', 'people')],
  ['its name in SQL', 'sql`delete from people where id = 1`\n'],
  ['its name in raw SQL', "sql.raw('insert into people (id) values (1)')\n"],
])('only its owner writes a table: by %s', (_, text) => {
  expect(problemsOf({ ...tables, 'modules/forms/service.ts': text })).toEqual([
    'src/modules/forms/service.ts: only people writes its table people',
  ])
  list({ tableWrites: ['forms → people.people'] })
  expect(problemsOf({})).toEqual([])
  expect(problemsOf({ 'modules/forms/service.ts': '' })).toEqual([
    'scripts/exceptions.json: forms → people.people is no exception any more; remove it from the list',
  ])
})

test('a table that SQL names is an import of its module', () => {
  const up = { 'modules/people/service.ts': 'sql`select 1 from forms f where f.id = 1`\n' }
  const problem =
    'src/modules/people/service.ts: may not name forms in SQL: forms is on a higher floor; announce an event instead'
  expect(problemsOf({ ...tables, ...up })).toEqual([problem])
  list({ tableReads: ['people → forms'] })
  expect(problemsOf({})).toEqual([])
  list({ tableReads: ['people → forms', 'people → pages'] })
  expect(problemsOf({})).toEqual([
    'scripts/exceptions.json: people → pages is no exception any more; remove it from the list',
  ])
})

test('a circle that goes through SQL is one', () => {
  const sql = { 'modules/people/service.ts': 'sql`select 1 from leads l`\n' }
  const leads = { 'modules/leads/tables.ts': "export const leads = clientTable('leads', {\n})\n" }
  const uses = { 'modules/leads/jobs.ts': "import { personMerged } from '#people/events.ts'\n" }
  expect(problemsOf({ ...sql, ...leads, ...uses })).toHaveLength(2)
})

test('files form no circle by values that are loaded at once', () => {
  const [a, b] = ['modules/leads/screens/list.tsx', 'modules/leads/screens/drawer.tsx']
  const round = { [a]: "import { Drawer } from './drawer.tsx'\n", [b]: "import { List } from './list.tsx'\n" }
  expect(problemsOf(round)).toEqual([
    `src/${b}: files import each other in a circle: ${b} → ${a} → ${b}`,
    `src/${a}: files import each other in a circle: ${a} → ${b} → ${a}`,
  ])
  list({ fileCircles: [`${a} → ${b}`] })
  expect(problemsOf({})).toEqual([])
  for (const late of ["import type { List } from './list.tsx'\n", "const List = () => import('./list.tsx')\n"])
    expect(problemsOf({ [b]: late })).toEqual([
      `scripts/exceptions.json: ${a} → ${b} closes no circle any more; remove it from the list`,
    ])
})

test('a module has at most 8,000 lines', () => {
  const lines = (files: number) =>
    Object.fromEntries(
      Array.from({ length: 21 }, (_, i) => [`modules/leads/rules/r${i}.ts`, i < files ? 'go()\n'.repeat(400) : '']),
    )
  const [long] = problemsOf(lines(21)).filter(problem => problem.includes('modules'))
  expect(long).toBe('src/modules/leads: 8400 lines; 8000 at most')
  list({ longModules: ['leads'] })
  expect(problemsOf({}).filter(problem => problem.includes('leads'))).toEqual([])
  expect(problemsOf(lines(9)).filter(problem => problem.includes('leads'))).toEqual([
    'scripts/exceptions.json: leads is no exception any more; remove it from the list',
  ])
})

test('a file of public/ has an owner that names it, and no other module does', () => {
  mkdirSync(path.join(root, 'public/shots'), { recursive: true })
  for (const file of ['board.css', 'shots/tour-dark.webp']) writeFileSync(path.join(root, 'public', file), '')
  expect(problemsOf({})).toEqual([
    'public/board.css: has no owner in scripts/public-owners.json',
    'public/shots/tour-dark.webp: has no owner in scripts/public-owners.json',
  ])
  list({})
  const owners = { 'board.css': 'leads', 'shots/': 'site', 'gone.js': 'site' }
  writeFileSync(path.join(root, 'scripts/public-owners.json'), JSON.stringify(owners))
  expect(problemsOf({ 'modules/site/rules/tour.ts': "shot('tour')\n" })).toEqual([
    'public/board.css: nothing names it; delete it',
    'scripts/public-owners.json: public/gone.js does not exist',
  ])
  const named = { 'modules/leads/http.ts': "link('/board.css')\n", 'modules/people/http.ts': "link('/board.css')\n" }
  writeFileSync(path.join(root, 'scripts/public-owners.json'), JSON.stringify({ ...owners, 'gone.js': undefined }))
  expect(problemsOf(named)).toEqual(['people → public/board.css: a file of leads'])
  list({ publicFiles: ['people → public/board.css'] })
  expect(problemsOf({})).toEqual([])
})

test('a script of pages is named by its own module alone', () => {
  const script = {
    'modules/leads/browser/board.ts': "import { limit } from '../rules.ts'\n",
    'modules/leads/rules.ts': '',
  }
  expect(problemsOf(script)).toEqual(['modules/leads/browser/board.ts: nothing names it; delete it'])
  const parts = { 'modules/leads/browser/board/cards.ts': "import { api } from '#web/api.ts'\n" }
  const named = { 'modules/leads/http.ts': "link('/board.js')\n", 'modules/people/http.ts': "link('/board.js')\n" }
  expect(problemsOf({ ...parts, ...named })).toEqual([
    'people → modules/leads/browser/board.ts: a file of leads',
    'src/modules/leads/browser/board/cards.ts: may not import #web/api.ts: browser takes nothing of web',
  ])
})

test('a kernel and a median have their budgets', () => {
  const files = Object.fromEntries([...'abcdefghi'].map(name => [`kernel/${name}.ts`, 'go()\n'.repeat(380)]))
  expect(problemsOf(files)).toEqual([
    'src/kernel: 3420 lines; 3300 at most',
    'src: half of the files have 380 lines or more; 70 at most',
  ])
})

test.each([
  ['contract.ts', 'contract'],
  ['import/contract.ts', 'contract'],
  ['import/rules/encoding.ts', 'rules'],
  ['rules/names.test.ts', 'test'],
  ['import/data/examples/outlook.csv', 'data'],
  ['work/parse.ts', 'work'],
  ['browser/form.ts', 'browser'],
  ['browser/form/files.ts', 'browser'],
  ['emails/invitation.ts', 'emails'],
  ['import/widgets/progress.tsx', 'widgets'],
  ['import/deeper/contract.ts', undefined],
  ['service.js', undefined],
])('%s is %s', (inner, kind) => {
  expect(kindOf(inner)).toBe(kind)
})
