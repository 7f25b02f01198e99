/**
 * A stored number as people read it, without the tables that the full formatter brings along:
 * North American ones in their groups, all others as international digits.
 */
export function phoneText(number: string): string {
  const american = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(number)
  return american ? `(${american[1]}) ${american[2]}-${american[3]}` : number
}
