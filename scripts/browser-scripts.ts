/** Builds the scripts of pages without React: each becomes one file at the root of the site that imports nothing. */
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { build, type Plugin } from 'vite'

/** A widget, since screens show the same player. */
const PLAYER = 'src/modules/videos/widgets/player/element.ts'

/** @returns the name of each served file → its source, from the root of the repository */
export function browserScripts(root: string): Map<string, string> {
  const sources = globSync(['src/modules/*/browser/*.ts', 'src/web/browser/*.ts'], { cwd: root })
    .map(source => source.split(path.sep).join('/'))
    .filter(source => !source.endsWith('.test.ts'))
    .sort()
  const scripts = new Map([['watch-player.js', PLAYER]])
  for (const source of sources) {
    const name = `${path.basename(source, '.ts')}.js`
    if (scripts.has(name)) throw new Error(`${source} and ${scripts.get(name)} would both be served as /${name}`)
    scripts.set(name, source)
  }
  return scripts
}

/** What others import is a module; everything else has no global names, so that it runs as a classic script and a worker too. */
export async function buildBrowserScript(root: string, source: string): Promise<string> {
  const entry = path.join(root, source)
  const isModule = /^export /m.test(readFileSync(entry, 'utf8'))
  const built = await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      target: 'es2023',
      write: false,
      minify: true,
      modulePreload: false,
      rolldownOptions: {
        input: entry,
        preserveEntrySignatures: 'strict',
        output: { format: isModule ? 'es' : 'iife', codeSplitting: false },
      },
    },
  })
  const [result] = Array.isArray(built) ? built : [built]
  if (!result || !('output' in result) || result.output.length !== 1) throw new Error(`${source} is more than one file`)
  return result.output[0].code
}

/** While developing, a script is built when a page asks for it, as it is served later. */
export function serveBrowserScripts(root: string): Plugin {
  return {
    name: 'browser-scripts',
    apply: 'serve',
    configureServer(server) {
      server.middlewares.use((req, res, next) => {
        const source = browserScripts(root).get((req.url ?? '').replace(/\?.*/, '').slice(1))
        if (!source) return next()
        buildBrowserScript(root, source).then(code => {
          res.setHeader('content-type', 'text/javascript; charset=utf-8')
          res.setHeader('cache-control', 'no-cache')
          res.end(code)
        }, next)
      })
    },
  }
}

if (process.argv[1] === import.meta.filename) {
  const root = path.resolve(import.meta.dirname, '..')
  for (const [name, source] of browserScripts(root))
    writeFileSync(path.join(root, 'build/client', name), await buildBrowserScript(root, source))
}
