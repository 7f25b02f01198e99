/** Makes a module that works as it is: list, detail drawer, form, public page, job, demo rows and tests. Make it yours from there. */
import { execFileSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { command, Refusal } from './command.ts'
import { floorOf, floors } from './floors.ts'

const templates = path.join(import.meta.dirname, 'new-module')

/** What the templates call `sample-items`, `sampleItems`, `SampleItem`, `sample_items`, `Sample item` … */
function namesOf(module: string): [RegExp, string][] {
  if (!/^[a-z]+(-[a-z]+)*$/.test(module))
    throw new Refusal(`"${module}" can't be a module: name it like food-baskets, in the plural.`)
  const singular = module
    .replace(/ies$/, 'y')
    .replace(/(ss|sh|ch|x)es$/, '$1')
    .replace(/([^s])s$/, '$1')
  if (singular === module) throw new Refusal(`"${module}" can't be a module: name it in the plural, like food-baskets.`)
  const camel = (text: string) => text.replace(/-([a-z])/g, (_, letter) => letter.toUpperCase())
  const capital = (text: string) => text[0]!.toUpperCase() + text.slice(1)
  const spaced = (text: string) => text.replaceAll('-', ' ')
  return [
    [/sample-items/g, module],
    [/sample-item/g, singular],
    [/sample_items/g, module.replaceAll('-', '_')],
    [/sampleItems/g, camel(module)],
    [/sampleItem/g, camel(singular)],
    [/SampleItems/g, capital(camel(module))],
    [/SampleItem/g, capital(camel(singular))],
    [/sample items/g, spaced(module)],
    [/sample item/g, spaced(singular)],
    [/Sample items/g, capital(spaced(module))],
    [/Sample item/g, capital(spaced(singular))],
  ]
}

/**
 * Writes the module's files, its two lines in src/app, and its name on a floor.
 * @returns the paths it wrote
 * @throws a Refusal for a name that can't be or is taken, and for a floor that doesn't exist
 */
export function layOut(root: string, module: string, floor = 'ministry'): string[] {
  const names = namesOf(module)
  if (!floors[floor]) throw new Refusal(`There is no floor ${floor}: choose ${Object.keys(floors).join(', ')}.`)
  const rename = (text: string) => names.reduce((all, [from, to]) => all.replace(from, to), text)
  const folder = path.join('src/modules', module)
  if (existsSync(path.join(root, folder))) throw new Refusal(`${folder} exists already.`)
  const written = globSync('**/*.txt', { cwd: templates }).map(template => {
    const file = path.join(folder, rename(template.replace(/\.txt$/, '')))
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
    writeFileSync(path.join(root, file), rename(readFileSync(path.join(templates, template), 'utf8')))
    return file
  })
  const variable = rename('sampleItems')
  const changed = [
    addTo(root, 'src/app/modules.ts', `import ${variable} from '#${module}/module.ts'\n`, `  ${variable},\n`),
    addTo(
      root,
      'src/app/modules.server.ts',
      `import ${variable} from '#${module}/module.server.ts'\n`,
      `  ${variable},\n`,
    ),
  ]
  if (floorOf(module) >= 0) return [...written, ...changed]
  const file = 'scripts/floors.ts'
  const text = readFileSync(path.join(root, file), 'utf8')
  const start = new RegExp(`(  ${floor}: \\[)`)
  writeFileSync(path.join(root, file), text.replace(start, `$1'${module}', `))
  return [...written, ...changed, file, addToTable(root, module, floor)]
}

function addToTable(root: string, module: string, floor: string): string {
  const file = 'ARCHITECTURE.md'
  const text = readFileSync(path.join(root, file), 'utf8')
  writeFileSync(
    path.join(root, file),
    text.replace(`\n| ${floor} | `, row => `${row}${module}, `),
  )
  return file
}

/** One line among the imports, and one at the end of the list; Biome sorts the imports. */
function addTo(root: string, file: string, imported: string, item: string): string {
  const at = path.join(root, file)
  const text = readFileSync(at, 'utf8')
  const end = /^\](?= as const|\n)/m
  writeFileSync(at, imported + text.replace(end, `${item}]`))
  return file
}

await command(import.meta, 'npm run new:module <name>', async ({ words: [module, floor] }) => {
  if (!module) throw new Refusal('Usage: npm run new:module <name> [floor], for example food-baskets ministry')
  const root = path.resolve(import.meta.dirname, '..')
  const written = layOut(root, module, floor)
  const run = (script: string, ...args: string[]) =>
    execFileSync(process.execPath, [path.join(root, 'node_modules', script), ...args], { cwd: root, stdio: 'pipe' })
  run('@biomejs/biome/bin/biome', 'check', '--write', ...written.filter(file => /\.(tsx?|css)$/.test(file)))
  run('drizzle-kit/bin.cjs', 'generate', `--name=${module.replaceAll('-', '_')}`)
  run('../scripts/contract.ts')
  for (const file of written) console.log(file)
  console.log(`
It is in the sidebar, seeded in a new demo church, and its table has a migration.
  npm run check
  npm test -- unit src/modules/${module}
  npm run dev, then open /${module}
Then read docs/adding.md: what a finished module has beyond that.`)
})
