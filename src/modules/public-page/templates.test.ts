import { globSync, readFileSync } from 'node:fs'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'

interface Node {
  type: string
  start: number
  end: number
  [field: string]: unknown
}
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode)
const nameOf = (node: unknown) => (isNode(node) && node.type === 'Identifier' ? String(node.name) : '')
const isTagged = (node: Node) => node.type === 'TaggedTemplateExpression' && nameOf(node.tag) === 'html'
/** Text that isn't escaped again. */
const isMarkup = (node: Node) =>
  isTagged(node) || (node.type === 'CallExpression' && /^(markup|raw)$/.test(nameOf(node.callee)))

const attribute = /^\s+[a-z][\w-]*(=|\s*$)|(^|\s)[a-z][\w-]*="/

/** Strings of an expression that a template would escape although they are attributes: `aria-current=&quot;date&quot;`. */
function escapedIn(node: Node, functions: Map<string, Node>, seen = new Set<Node>()): string[] {
  if (isMarkup(node) || seen.has(node)) return []
  seen.add(node)
  if (node.type === 'Literal')
    return typeof node.value === 'string' && node.value.includes('"') && attribute.test(node.value) ? [node.value] : []
  if (node.type === 'TemplateElement') {
    const { raw } = node.value as { raw: string }
    return raw.includes('"') && attribute.test(raw) ? [raw] : []
  }
  const called = node.type === 'CallExpression' ? functions.get(nameOf(node.callee)) : undefined
  return [...childrenOf(node), ...(called ? [called] : [])].flatMap(one => escapedIn(one, functions, seen))
}

const nodesOf = (node: Node): Node[] => [node, ...childrenOf(node).flatMap(nodesOf)]

/** Whether text of a template that ends here is inside a tag. */
const isInTag = (before: string) => before.lastIndexOf('<') > before.lastIndexOf('>')

/** Attributes in `html` templates of a file that the template escapes. */
function escapedAttributes(file: string, text: string): string[] {
  if (!text.includes('html`')) return []
  const all = nodesOf(parseSync(file, text).program as unknown as Node)
  const functions = new Map<string, Node>()
  for (const node of all) {
    if (node.type === 'FunctionDeclaration') functions.set(nameOf(node.id), node.body as Node)
    const init = node.type === 'VariableDeclarator' ? node.init : undefined
    if (isNode(init) && init.type === 'ArrowFunctionExpression') functions.set(nameOf(node.id), init.body as Node)
  }
  return all.filter(isTagged).flatMap(({ quasi }) => {
    const { quasis, expressions } = quasi as { quasis: { value: { raw: string } }[]; expressions: Node[] }
    return expressions.flatMap((expression, i) => {
      const before = quasis.slice(0, i + 1).map(one => one.value.raw)
      return isInTag(before.join('')) ? escapedIn(expression, functions) : []
    })
  })
}

test('attributes that a template escapes are found, also behind a function; markup is not', () => {
  const found = (text: string) => escapedAttributes('page.ts', text.replaceAll('§', '$'))
  expect(found(`const page = html\`<a href="#"§{here ? ' aria-current="date"' : ''}>1</a>\``)).toEqual([
    ' aria-current="date"',
  ])
  expect(
    found('const aria = p => p ? ` aria-invalid="true" id="§{p}"` : ""\nconst page = html`<input§{aria(p)}>`'),
  ).toHaveLength(1)
  for (const fine of [`markup(' a="b"')`, `raw(' a="b"')`, 'html` a="b"`', "' selected'"])
    expect(found(`const page = html\`<i§{is ? ${fine} : ''}>\``)).toEqual([])
  expect(found(`const page = html\`<p>§{is ? ' say a="b"' : ''}</p>\``)).toEqual([])
})

test('no page escapes its own attributes', () => {
  const files = globSync('src/**/*.ts').filter(file => !file.endsWith('.test.ts'))
  const templates = files.filter(file => readFileSync(file, 'utf8').includes('html`'))
  expect(templates.length).toBeGreaterThan(20)
  expect(
    templates.flatMap(file => escapedAttributes(file, readFileSync(file, 'utf8')).map(one => [file, one])),
  ).toEqual([])
})
