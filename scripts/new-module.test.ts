import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { checkModules } from './check-modules.ts'
import { layOut } from './new-module.ts'

function anEmptyHouse(): string {
  const root = mkdtempSync(path.join(os.tmpdir(), 'lampstand-new-module-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  return root
}

test('a new module keeps the rules of the house', () => {
  const root = anEmptyHouse()
  expect(layOut(root, 'bible-studies')).toContain('src/modules/bible-studies/contract.ts')
  expect(checkModules(root)).toEqual([])
})

test('a module is never written over, and has a name that can be one', () => {
  const root = anEmptyHouse()
  layOut(root, 'forms')
  expect(() => layOut(root, 'forms')).toThrow('src/modules/forms exists already.')
  expect(() => layOut(root, 'Forms')).toThrow('"Forms" can\'t be a module')
  expect(() => layOut(root, '../forms')).toThrow("can't be a module")
  expect(() => layOut(root, 'prayer')).toThrow('name it in the plural')
})
