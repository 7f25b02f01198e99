// Plain JavaScript that runs under Node 20. Builds the pages when their sources changed.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { node24, root } from './node24.mjs'

const stamp = path.join(root, 'build', '.sources')
const folders = ['src', 'public']
const single = [
  'package-lock.json',
  'package.json',
  'vite.config.ts',
  'scripts/browser-scripts.ts',
  'react-router.config.ts',
  'postcss.config.cjs',
]
const generated = ['contract.json', 'reference.json', 'articles.json', 'icons.json'].map(file =>
  path.join('src', 'web', file),
)

function sources() {
  const found = [...single, 'scripts/contract.ts']
  for (const folder of folders.filter(folder => existsSync(path.join(root, folder)))) {
    for (const entry of readdirSync(path.join(root, folder), { recursive: true })) found.push(path.join(folder, entry))
  }
  return found
    .filter(file => !generated.includes(file) && !/\.(test\.tsx?|md)$/.test(file))
    .map(file => ({ file, stat: statSync(path.join(root, file), { throwIfNoEntry: false }) }))
    .filter(({ stat }) => stat?.isFile())
    .sort((a, b) => (a.file < b.file ? -1 : 1))
}

/** Names, sizes and times: quick to compare. A fresh checkout changes times alone, so contents decide. */
const outline = found => digest(found.map(({ file, stat }) => `${file} ${stat.size} ${stat.mtimeMs}`).join('\n'))
const contents = found =>
  digest(found.map(({ file }) => `${file} ${digest(readFileSync(path.join(root, file)))}`).join('\n'))
const digest = data => createHash('sha256').update(data).digest('hex')

function built() {
  try {
    return JSON.parse(readFileSync(stamp, 'utf8'))
  } catch {
    return {}
  }
}

const complete = found =>
  existsSync(path.join(root, 'build/server/index.js')) &&
  browserScripts(found).every(name => existsSync(path.join(root, 'build/client', name))) &&
  generated.every(file => existsSync(path.join(root, file)))

/** What scripts/browser-scripts.ts makes, by name. */
const browserScripts = found => [
  'watch-player.js',
  ...found.flatMap(({ file }) => {
    const [, name] = /^src\/(?:modules\/[\w-]+|web)\/browser\/([\w-]+)\.ts$/.exec(file.replaceAll('\\', '/')) ?? []
    return name ? [`${name}.js`] : []
  }),
]

export function writeContract() {
  execFileSync(node24(), ['scripts/contract.ts'], { cwd: root, stdio: 'inherit' })
}

export function buildPages({ always = false } = {}) {
  const before = sources()
  const last = complete(before) && !always ? built() : {}
  if (last.outline === outline(before)) return
  const wanted = contents(before)
  if (last.contents !== wanted) {
    console.log('Building the pages')
    rmSync(stamp, { force: true }) // a build that is killed doesn't count
    writeContract()
    execFileSync(node24(), ['node_modules/@react-router/dev/bin.cjs', 'build', '--logLevel', 'warn'], {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, NODE_ENV: 'production' },
    })
    execFileSync(node24(), ['scripts/browser-scripts.ts'], {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, NODE_ENV: 'production' },
    })
    compressAssets(browserScripts(before))
  }
  writeFileSync(stamp, JSON.stringify({ outline: outline(before), contents: wanted }))
}

/** Once at build time instead of at every visit: the server sends the file that the browser can read. */
function compressAssets(scripts) {
  const folder = path.join(root, 'build/client/assets')
  const assets = readdirSync(folder).filter(name => /\.(js|css|svg)$/.test(name))
  for (const name of [...assets, ...scripts.map(script => `../${script}`)]) {
    const file = path.join(folder, name)
    const content = readFileSync(file)
    writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }))
    const quality = { [constants.BROTLI_PARAM_QUALITY]: 9 }
    writeFileSync(`${file}.br`, brotliCompressSync(content, { params: quality }))
  }
}
