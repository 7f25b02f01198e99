/** Holds the table of floors in ARCHITECTURE.md against scripts/floors.ts. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { floors } from './floors.ts'

/** @returns one sentence for each floor whose row differs, and for each row or floor that the other doesn't have */
export function checkFloors(root: string, expected: Readonly<Record<string, string[]>> = floors): string[] {
  const rows = floorRows(readFileSync(path.join(root, 'ARCHITECTURE.md'), 'utf8'))
  const names = Object.keys(expected)
  if (names.join() !== [...rows.keys()].join())
    return [`ARCHITECTURE.md: the floors are ${names.join(', ')}, from the highest; see scripts/floors.ts`]
  return names.flatMap(name => {
    const [listed, wanted] = [rows.get(name)!.toSorted().join(', '), expected[name]!.toSorted().join(', ')]
    return listed === wanted ? [] : [`ARCHITECTURE.md: on the floor ${name} are ${wanted}; see scripts/floors.ts`]
  })
}

/** The rows below "| floor | modules |"; what stands in brackets explains a module. */
function floorRows(text: string): Map<string, string[]> {
  const [, table = ''] = /^\| floor \| modules \|\n\|[-|]+\|\n((?:\|.*\n)+)/m.exec(text) ?? []
  return new Map(
    table
      .trim()
      .split('\n')
      .map(row => row.split('|').map(cell => cell.trim()))
      .map(([, name = '', modules = '']) => [name, modules.replace(/\s*\([^)]*\)/g, '').split(', ')] as const),
  )
}
