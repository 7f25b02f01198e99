/** Finds links and paths in documents and comments that name no file of the repository. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'

const documents = ['*.md', 'docs/**/*.md', 'bench/*.md', 'e2e/**/*.md', 'src/**/*.md']
const programs = ['{src,scripts,e2e,bench}/**/*.{ts,tsx,mjs,css}', 'public/*.css']
const repository = ['*.*', '{src,scripts,docs,e2e,bench,migrations,public,.ci}/**']

const endings = 'tsx?|mjs|cjs|js|css|json|csv|tsv|md|sql'
const aPath = new RegExp(`^#?(?:[\\w.-]+/)*[\\w-][\\w.-]*\\.(?:${endings})$|^#?(?:[\\w.-]+/)+$`)
const inRoot = /^(src|scripts|docs|e2e|bench|migrations|public|\.ci)\//
const inSource = /^(kernel|postgres|providers|app|testing|ui|web)\/[\w-]+$/

/** @returns one sentence for each path that leads nowhere */
export function checkDocs(root: string): string[] {
  const leads = wayfinder(root)
  const named = (file: string, paths: string[]) =>
    [...new Set(paths)].filter(one => !leads(one)).map(one => `${file}: ${one} does not exist`)
  const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
  const inDocuments = globSync(documents, { cwd: root }).flatMap(file => {
    const text = read(file).replace(/^```[\s\S]*?^```$/gm, '')
    const links = linksIn(text).filter(link => !existsSync(path.resolve(root, path.dirname(file), link)))
    return [...links.map(link => `${file}: ${link} does not exist`), ...named(file, pathsIn(text))]
  })
  const inComments = globSync(programs, { cwd: root, exclude: ['**/node_modules/**'] }).flatMap(file =>
    named(file, pathsInComments(read(file))),
  )
  return [...inDocuments, ...inComments].sort()
}

/** A path that doesn't begin at the root is the end of one: a document of one module leaves out where that is. */
function wayfinder(root: string): (named: string) => boolean {
  const ends = new Set<string>()
  for (const file of globSync(repository, { cwd: root, exclude: ['**/node_modules/**'] })) {
    const parts = file.split(path.sep)
    // A template is called like the file that is made of it.
    for (let i = 0; i < parts.length; i++)
      ends.add(
        parts
          .slice(i)
          .join('/')
          .replace(/\.txt$/, ''),
      )
  }
  return named => {
    const plain = named.replace(/^#/, '').replace(/\/$/, '')
    if (inRoot.test(named)) return existsSync(path.join(root, named))
    if (inSource.test(plain)) return ['', '.ts', '.tsx'].some(ending => ends.has(plain + ending))
    return ends.has(plain)
  }
}

/** Targets of Markdown links and pictures that are files, without their anchors. */
function linksIn(text: string): string[] {
  return [...text.matchAll(/\]\(([^)\s]+)[^)]*\)/g)]
    .map(([, target]) => target!.split('#')[0]!)
    .filter(target => target !== '' && !/^([a-z]+:|\/)/.test(target))
}

/** Paths in code marks; patterns and placeholders are none, and `name.js` is a package. */
function pathsIn(text: string): string[] {
  return [...text.matchAll(/`([^`\s]+)`/g)]
    .map(([, named]) => named!.replace(/:\d+$/, ''))
    .filter(named => aPath.test(named) || inRoot.test(named) || inSource.test(named))
    .filter(named => !/[*<>{}…()]|^[\w-]+\.js$/.test(named))
}

/** Without a code mark, only a name with one of our endings is a path. */
function pathsInComments(text: string): string[] {
  const comments = [...text.matchAll(/^\s*(?:\/\/|\/?\*)(.*)$|\s\/\/\s(.*)$/gm)].map(([, own, after]) => own ?? after!)
  return comments.flatMap(comment =>
    [
      ...comment.matchAll(/(?<![\w/.@:<>{}*…-])(?:[\w-][\w.-]*\/)*[\w-][\w.-]*\.(?:tsx?|mjs|css|md|tsv)\b(?![/\w*])/g),
    ].map(([named]) => named),
  )
}
