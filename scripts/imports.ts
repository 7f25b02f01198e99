export interface Import {
  target: string
  typeOnly: boolean
  /** by `import()`, when it is needed */
  lazy: boolean
}

export function importsOf(text: string): Import[] {
  const found: Import[] = []
  for (const [, type, target] of text.matchAll(/^(?:import|export)\s+(type\s)?[^'";]*?from '([^']+)'/gm))
    found.push({ target: target!, typeOnly: Boolean(type), lazy: false })
  for (const [, target] of text.matchAll(/\bimport\(\s*'([^']+)'/g))
    found.push({ target: target!, typeOnly: false, lazy: true })
  for (const [, target] of text.matchAll(/^import '([^']+)'/gm))
    found.push({ target: target!, typeOnly: false, lazy: false })
  return found
}
