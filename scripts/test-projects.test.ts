import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { checkJourneys, touched } from './changed.ts'
import { testProjects } from './test-projects.ts'

function aCheckout(files: Record<string, string>): string {
  const root = mkdtempSync(path.join(os.tmpdir(), 'lampstand-projects-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
    writeFileSync(path.join(root, file), text)
  }
  return root
}

const files = {
  'src/testing/house.ts': '',
  'src/testing/church.ts': "import { testHouse } from './house.ts'\n",
  'src/testing/forms.ts': "import { aChurch } from './church.ts'\n",
  'src/testing/demo.test.ts': "import { aChurch } from './church.ts'\n",
  'src/modules/forms/forms.test.ts':
    "import { clock } from '#kernel/clock.ts'\nimport { fill } from '#testing/forms.ts'\n",
  'src/modules/forms/service.ts': "import { create } from '#people/service.ts'\n",
  'src/modules/people/service.ts': "import { names } from './rules/names.ts'\n",
  'src/modules/people/rules/names.ts': '',
  'src/modules/people/rules/names.test.ts': "import { names } from './names.ts'\n",
  'src/modules/people/people.test.ts': "import { aChurch } from '#testing/church.ts'\n",
  'src/modules/sms/sms.test.ts':
    "// Isolated: reads its settings at the start\nimport { aChurch } from '#testing/church.ts'\n",
  'src/app/router.ts': "import * as sms from '#sms/service.ts'\nimport * as people from '#people/service.ts'\n",
  'e2e/journeys/people.spec.ts': '// Modules: people leads\n',
  'e2e/journeys/sms.spec.ts': '// Modules: sms\n',
  'e2e/journeys/every-screen.spec.ts': '// Modules: all\n',
}

test('a test file’s project follows from what it imports and says', () => {
  expect(testProjects(aCheckout(files))).toEqual({
    database: ['src/modules/forms/forms.test.ts', 'src/modules/people/people.test.ts', 'src/testing/demo.test.ts'],
    isolated: ['src/modules/sms/sms.test.ts'],
    rules: ['src/modules/people/rules/names.test.ts'],
  })
})

test.each([
  ["vi.mock('./a.ts')", 'it uses vi.mock'],
  ['vi.hoisted(() => {})', 'it uses vi.hoisted'],
  ["process.env.DEMO = 'on'", 'it sets process.env.DEMO and never deletes it'],
])('%s is refused in a file that shares its worker', (text, reason) => {
  const at = 'src/modules/people/rules/names.test.ts'
  expect(() => testProjects(aCheckout({ ...files, [at]: text }))).toThrow(`${at}: ${reason}`)
  expect(testProjects(aCheckout({ ...files, [at]: `// Isolated: why\n${text}` })).isolated).toContain(at)
})

test('what is deleted again may be set', () => {
  const text = "process.env.DEMO = 'on'\ndelete process.env.DEMO\n"
  expect(testProjects(aCheckout({ 'src/kernel/a.test.ts': text })).rules).toEqual(['src/kernel/a.test.ts'])
})

test('a change touches the modules that import the changed file, and the tests of the whole product', () => {
  const root = aCheckout(files)
  expect(touched(root, ['src/modules/people/rules/names.ts'])).toEqual({
    unit: [
      'src/modules/forms/forms.test.ts',
      'src/modules/people/people.test.ts',
      'src/modules/people/rules/names.test.ts',
      'src/testing/demo.test.ts',
    ],
    journeys: ['e2e/journeys/every-screen.spec.ts', 'e2e/journeys/people.spec.ts'],
  })
  expect(touched(root, ['src/modules/forms/service.ts']).unit).toEqual([
    'src/modules/forms/forms.test.ts',
    'src/testing/demo.test.ts',
  ])
})

test('documents touch nothing, a test itself, and what everything rests on all', () => {
  const root = aCheckout(files)
  expect(touched(root, ['README.md', 'docs/a.md'])).toEqual({ unit: [], journeys: [] })
  expect(touched(root, ['src/modules/people/people.test.ts', 'e2e/journeys/sms.spec.ts', 'src/gone.test.ts'])).toEqual({
    unit: ['src/modules/people/people.test.ts'],
    journeys: ['e2e/journeys/sms.spec.ts'],
  })
  for (const file of ['src/kernel/clock.ts', 'package-lock.json', 'migrations/1/migration.sql'])
    expect(touched(root, [file])).toEqual({ unit: 'all', journeys: 'all' })
})

test('a journey says in its first line which modules it goes through', () => {
  const spec = (name: string, text: string) =>
    checkJourneys(aCheckout({ ...files, [`e2e/journeys/${name}.spec.ts`]: text }))
  expect(checkJourneys(aCheckout({ ...files, 'src/modules/leads/tables.ts': '' }))).toEqual([])
  expect(spec('people', '// Modules: people\n')).toEqual([])
  expect(spec('people', "import { test } from '../fixtures.ts'\n")).toEqual([
    'e2e/journeys/people.spec.ts: the first line says which modules it goes through: "// Modules: leads people"',
  ])
  expect(spec('people', '// Modules: people persons\n')).toEqual([
    'e2e/journeys/people.spec.ts: there is no module persons',
  ])
})
