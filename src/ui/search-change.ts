interface Place {
  pathname: string
  search: string
}

/** Where the address is going, until it has arrived. */
let ahead: Place | null = null

/**
 * Sets names in the search of the address, or takes them away (null, ''); everything else in it stays. A change made
 * while another is still on its way builds on that one, so that a row opened right after typing in the search box
 * loses neither.
 */
export async function changeSearch(
  changes: Record<string, string | null>,
  here: Place,
  go: (search: string) => unknown,
): Promise<void> {
  const next = new URLSearchParams(ahead?.pathname === here.pathname ? ahead.search : here.search)
  for (const [name, value] of Object.entries(changes)) value ? next.set(name, value) : next.delete(name)
  const mine = { pathname: here.pathname, search: next.toString() }
  ahead = mine
  try {
    await go(mine.search)
  } finally {
    if (ahead === mine) ahead = null
  }
}
