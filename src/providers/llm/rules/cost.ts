/** Millionths of a US dollar for a million tokens. */
export interface ModelPrice {
  input: number
  output: number
}
export interface TokenUsage {
  input: number
  output: number
}

/** Millionths of a US dollar, rounded up so that a cap is never exceeded by rounding. */
export const costOf = ({ input, output }: TokenUsage, price: ModelPrice): number =>
  Math.ceil((input * price.input + output * price.output) / 1_000_000)

/** At most so many tokens: no tokenizer makes more tokens than UTF-8 bytes. */
export const mostTokens = (text: string): number => new TextEncoder().encode(text).length

/** What a call may cost at most, to be reserved before it is made; its framing has some tokens of its own. */
export const mostCost = (text: string, mostOutput: number, price: ModelPrice): number =>
  costOf({ input: mostTokens(text) + 500, output: mostOutput }, price)
