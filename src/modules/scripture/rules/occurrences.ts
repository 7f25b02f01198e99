interface Place {
  from: number
  to: number
}

/** Where each part stands in the source word by word, in order and with the fewest words between; undefined if one doesn't. */
export function occurrencesOf(parts: readonly string[][], source: readonly string[]): Place[] | undefined {
  let chains: { places: Place[]; skipped: number }[] = [{ places: [], skipped: 0 }]
  for (const part of parts) {
    const places = placesOf(part, source)
    chains = places.flatMap(place => {
      const [best] = chains
        .filter(({ places: before }) => (before.at(-1)?.to ?? 0) <= place.from)
        .map(({ places: before, skipped }) => ({
          places: [...before, place],
          skipped: skipped + (before.length > 0 ? place.from - before.at(-1)!.to : 0),
        }))
        .toSorted((a, b) => a.skipped - b.skipped)
      return best ? [best] : []
    })
  }
  return chains.toSorted((a, b) => a.skipped - b.skipped)[0]?.places
}

function placesOf(part: readonly string[], source: readonly string[]): Place[] {
  const places: Place[] = []
  for (let from = 0; from + part.length <= source.length; from++)
    if (part.every((word, i) => source[from + i] === word)) places.push({ from, to: from + part.length })
  return places
}
