/** Files of public/, and scripts built for pages: each has an owner that names it, and no other module does. */
import { globSync } from 'node:fs'
import path from 'node:path'
import { ownerOf } from './table-uses.ts'

/**
 * @param sources by their path from src/, without tests
 * @param owners file or folder of public/ → the module or area that it belongs to; "shared" belongs to every page
 * @param known "module → file" that names a file of another owner until it is removed
 */
export function checkPublic(
  root: string,
  sources: ReadonlyMap<string, string>,
  owners: Readonly<Record<string, string>>,
  known: readonly string[],
): string[] {
  const files = globSync('public/**/*.*', { cwd: root }).map(file => file.split(path.sep).slice(1).join('/'))
  const used = new Set<string>()
  const problems = files.sort().flatMap(file => {
    const key = Object.keys(owners).find(one => one === file || (one.endsWith('/') && file.startsWith(one)))
    if (!key) return [`public/${file}: has no owner in scripts/public-owners.json`]
    return namesOf(`public/${file}`, owners[key]!, nameOf(file), stemOf(file))
  })
  const scripts = [...sources.keys()].filter(at => isBrowserScript.test(at)).sort()
  problems.push(...scripts.flatMap(at => namesOf(at, ownerOf(at), nameOf(at.replace(/\.ts$/, '.js')))))
  const unowned = Object.keys(owners).filter(key => !files.some(file => file === key || file.startsWith(key)))
  return [
    ...problems,
    ...unowned.map(key => `scripts/public-owners.json: public/${key} does not exist`),
    ...known
      .filter(one => !used.has(one))
      .map(one => `scripts/exceptions.json: ${one} is no exception any more; remove it from the list`),
  ]

  function namesOf(file: string, owner: string, name: RegExp, stem?: RegExp): string[] {
    const names = (at: string, text: string) => name.test(text) || (ownerOf(at) === owner && stem?.test(text))
    const naming = new Set([...sources].filter(([at, text]) => names(at, text)).map(([at]) => ownerOf(at)))
    if (naming.size === 0) return [`${file}: nothing names it; delete it`]
    if (owner === 'shared') return []
    if (!naming.has(owner)) return [`${file}: its owner ${owner} does not name it`]
    const foreign = [...naming].filter(one => one !== owner).map(one => `${one} → ${file}`)
    for (const one of foreign) used.add(one)
    return foreign.filter(one => !known.includes(one)).map(one => `${one}: a file of ${owner}`)
  }
}

/** By its path from src/; its parts lie in a folder. */
const isBrowserScript = /^(modules\/[\w-]+|web)\/browser\/[\w-]+\.ts$/

const nameOf = (file: string) => new RegExp(`[/'"\`]${path.basename(file).replaceAll('.', '\\.')}\\b`)

/** A picture that exists in several sizes and colors is named by its plain name in quotes. */
function stemOf(file: string): RegExp | undefined {
  if (!/^(og|shots)\//.test(file)) return
  return new RegExp(`['"]${path.basename(file).replace(/(-phone)?(-(dark|light))?\.\w+$/, '')}['"]`)
}
