import { parseSync } from 'vite'

interface Node {
  type: string
  start: number
  end: number
  [field: string]: unknown
}

const functions = /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/

/**
 * Functions of more than `limit` lines: top-level, nested, methods and the factories that return others.
 * @returns name (of the function, or of what it is assigned to) and number of lines
 */
export function longFunctions(file: string, text: string, limit: number): { name: string; lines: number }[] {
  // A file without a longer one needs no parser.
  if (text.split('\n').length <= limit) return []
  const found: { name: string; lines: number }[] = []
  const lineAt = lineCounter(text)
  const walk = (node: unknown, name: string): void => {
    if (Array.isArray(node)) {
      for (const one of node) walk(one, name)
      return
    }
    if (!isNode(node)) return
    const named = nameOf(node) ?? name
    if (functions.test(node.type)) {
      const lines = lineAt(node.end) - lineAt(node.start) + 1
      if (lines > limit) found.push({ name: named, lines })
    }
    for (const value of Object.values(node)) if (value && typeof value === 'object') walk(value, named)
  }
  walk(parseSync(file, text).program, 'a function')
  return found
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

function nameOf(node: Node): string | undefined {
  const holder = (node.id ?? node.key) as { name?: string } | null | undefined
  return holder?.name
}

function lineCounter(text: string): (offset: number) => number {
  const breaks = [...text.matchAll(/\n/g)].map(({ index }) => index)
  return offset => {
    let [low, high] = [0, breaks.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (breaks[middle]! < offset) low = middle + 1
      else high = middle
    }
    return low + 1
  }
}
