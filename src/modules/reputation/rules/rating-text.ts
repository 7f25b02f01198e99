/** "4.8"; "n/a" without any review. */
export const ratingText = (average: number | null): string => (average === null ? 'n/a' : average.toFixed(1))
