/** Sorts the test files by what they need, from what they say and import, so that no list has to be kept. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'

export interface TestProjects {
  /** `// Isolated: why` in the first line: a worker and, where they ask for one, a database of their own. */
  isolated: string[]
  /** Reach src/testing/house.ts: they share the database and the loaded modules of their worker. */
  database: string[]
  /** The rest: pure rules, which share the loaded modules of their worker. */
  rules: string[]
}

const patterns = ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts']
const DATABASE = 'src/testing/house.ts'

/** Paths relative to `root`. Throws a sentence for a file that would disturb those after it in its worker. */
export function testProjects(root: string): TestProjects {
  const projects: TestProjects = { isolated: [], database: [], rules: [] }
  const reaches = reachesDatabase(root)
  for (const file of globSync(patterns, { cwd: root }).sort()) {
    const text = readFileSync(path.join(root, file), 'utf8')
    const project = /^\/\/ Isolated: \S/.test(text) ? 'isolated' : reaches(file) ? 'database' : 'rules'
    const reason = project === 'isolated' ? undefined : leavesBehind(text)
    if (reason) throw new Error(`${file}: ${reason}; begin the file with "// Isolated: " and say why`)
    projects[project].push(file)
  }
  return projects
}

/** What outlives the file where files share a worker. */
function leavesBehind(text: string): string | undefined {
  const call = /^\s*(?:const .* = |await )?vi\.(mock|doMock|resetModules|hoisted|stubEnv)\b/m.exec(text)
  if (call) return `it uses vi.${call[1]}`
  for (const [, name] of text.matchAll(/^\s*process\.env\.(\w+) \??\??=[^=]/gm))
    if (!text.includes(`delete process.env.${name}`)) return `it sets process.env.${name} and never deletes it`
  return undefined
}

/** Only src/testing knows the test database, so only imports that lead there are followed. */
function reachesDatabase(root: string): (file: string) => boolean {
  const known = new Map<string, boolean>([[DATABASE, true]])
  return function reaches(file: string): boolean {
    const before = known.get(file)
    if (before !== undefined) return before
    known.set(file, false)
    const found = testingImports(root, file).some(reaches)
    known.set(file, found)
    return found
  }
}

function testingImports(root: string, file: string): string[] {
  const text = readFileSync(path.join(root, file), 'utf8')
  return [...text.matchAll(/(?:^import (?!type )[^'"]*|\bimport\(|^export [^'"]* from )['"]([^'"]+)['"]/gm)]
    .map(([, target]) =>
      target!.startsWith('#testing/')
        ? target!.replace('#testing/', 'src/testing/')
        : path.join(path.dirname(file), target!),
    )
    .filter(target => target.startsWith('src/testing/') && existsSync(path.join(root, target)))
}
