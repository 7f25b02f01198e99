/** Finds links and paths in the documents that name no file of the repository. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'

const documents = ['*.md', 'docs/**/*.md', 'bench/*.md', 'src/**/*.md']

/** @returns one sentence for each path that leads nowhere */
export function checkDocs(root: string): string[] {
  return documents
    .flatMap(pattern => globSync(pattern, { cwd: root }))
    .sort()
    .flatMap(file => {
      const text = readFileSync(path.join(root, file), 'utf8').replace(/^```[\s\S]*?^```$/gm, '')
      const links = linksIn(text).filter(link => !existsSync(path.resolve(root, path.dirname(file), link)))
      const paths = pathsIn(text).filter(named => !existsSync(path.join(root, named)))
      return [...new Set([...links, ...paths])].map(named => `${file}: ${named} does not exist`)
    })
}

/** Targets of Markdown links and pictures that are files, without their anchors. */
function linksIn(text: string): string[] {
  return [...text.matchAll(/\]\(([^)\s]+)[^)]*\)/g)]
    .map(([, target]) => target!.split('#')[0]!)
    .filter(target => target !== '' && !/^([a-z]+:|\/)/.test(target))
}

/** Paths in code marks that begin with a folder of ours; patterns and placeholders are none. */
function pathsIn(text: string): string[] {
  return [...text.matchAll(/`((?:src|scripts|docs|e2e|bench|migrations|public|\.ci)\/[^`\s]*)`/g)]
    .map(([, named]) => named!.replace(/:\d+$/, ''))
    .filter(named => !/[*<>{}…()]/.test(named))
}
