/** Runs benchmarks of this checkout and of another commit in turns, so that both meet the same neighbors. */
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { chmod } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { compare, type Figures, figuresOf } from './figures.ts'

const here = path.resolve(import.meta.dirname, '..')
const git = (...args: string[]) => execFileSync('git', args, { cwd: here, encoding: 'utf8', stdio: 'pipe' }).trim()

/** @returns whether no figure got worse by more than 10%. Throws where a benchmark fails or the commit has none of that name. */
export async function benchAgainst(commit: string, names: string[], pairs: number): Promise<boolean> {
  const other = await checkout(commit)
  const stop = () => process.exit(1)
  process.once('SIGINT', stop).once('SIGTERM', stop)
  process.once('exit', other.remove)
  let fine = true
  for (const name of names) {
    if (!existsSync(path.join(other.root, 'bench', `${name}.ts`))) {
      console.log(`\n${name}: ${commit} has no such benchmark`)
      continue
    }
    fine = (await inPairs(name, other.root, pairs, commit)) && fine
  }
  return fine
}

async function inPairs(name: string, before: string, pairs: number, commit: string): Promise<boolean> {
  const measured: { before: Figures; after: Figures }[] = []
  for (let pair = 0; pair < pairs; pair++) {
    // The second of two may find a warmer machine: each side is the second as often.
    const order = pair % 2 === 0 ? [before, here] : [here, before]
    const [first, second] = [await run(order[0]!, name), await run(order[1]!, name)]
    measured.push(pair % 2 === 0 ? { before: first, after: second } : { before: second, after: first })
    console.error(`${name}: pair ${pair + 1} of ${pairs}`)
  }
  const lines = compare(measured)
  const width = Math.max(...lines.map(({ what }) => what.length))
  console.log(`\n${name}, this checkout by ${commit}: median ratio of ${pairs} pairs, medians`)
  for (const { what, before, after, ratio, worse } of lines)
    console.log(
      `  ${what.padEnd(width)}  ${ratio.toFixed(2)}  ${short(before)} → ${short(after)}${worse ? '  WORSE' : ''}`,
    )
  return lines.every(({ worse }) => !worse)
}

const short = (value: number) => String(Number(value.toPrecision(4)))

/** A missed target ends a benchmark with 1 as well: only one without figures has failed. */
async function run(root: string, name: string): Promise<Figures> {
  const child = spawn(process.execPath, [path.join(root, 'bench', `${name}.ts`)], {
    cwd: root,
    env: { ...process.env, BENCH_JSON: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', text => (output += text))
  await new Promise(resolve => child.on('close', resolve))
  const figures = figuresOf(output)
  if (figures.size === 0) throw new Error(`${name} in ${root} printed no figures:\n${output}`)
  return figures
}

/** The commit in a temporary worktree, with packages and pages. PostgreSQL's own user has to get in. */
async function checkout(commit: string): Promise<{ root: string; remove: () => void }> {
  const home = mkdtempSync(path.join(os.tmpdir(), 'lampstand-bench-'))
  await chmod(home, 0o755)
  const root = path.join(home, 'checkout')
  const remove = () => {
    if (existsSync(root)) git('worktree', 'remove', '--force', root)
    rmSync(home, { recursive: true, force: true })
  }
  try {
    git('worktree', 'add', '--detach', root, commit)
    linkPackages(root)
    // Installs what the hard links lack, and builds the pages that some benchmarks open.
    execFileSync(process.execPath, ['scripts/setup/prepare.mjs'], { cwd: root, stdio: 'inherit' })
  } catch (error) {
    remove()
    throw error
  }
  return { root, remove }
}

/** Nothing is copied or fetched where both commits want the same packages. */
function linkPackages(root: string): void {
  const lock = (at: string) => readFileSync(path.join(at, 'package-lock.json'), 'utf8')
  if (lock(root) !== lock(here)) return
  try {
    execFileSync('cp', ['-al', path.join(here, 'node_modules'), root], { stdio: 'pipe' })
    // Caches are written in place, which would write into ours.
    rmSync(path.join(root, 'node_modules/.cache'), { recursive: true, force: true })
  } catch {
    rmSync(path.join(root, 'node_modules'), { recursive: true, force: true }) // another file system, or no cp: npm installs them
  }
}
