import type { Variant } from './steps.ts'

/**
 * The page of a step that a visitor sees.
 * @param at where the visitor falls between 0 and 1, the same each time
 */
export function chosenVariant(variants: readonly Variant[], at: number): Variant | undefined {
  const all = variants.reduce((sum, one) => sum + one.weight, 0)
  let left = at * all
  return variants.find(one => (left -= one.weight) < 0) ?? variants.at(-1)
}
