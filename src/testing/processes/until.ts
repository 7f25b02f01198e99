/** Waits for a condition; throws with its name when the time is over. */
export async function until<T>(
  what: string,
  holds: () => T | Promise<T>,
  milliseconds = 15_000,
): Promise<NonNullable<T>> {
  for (const end = Date.now() + milliseconds; ; ) {
    const found = await holds()
    if (found) return found
    if (Date.now() > end) throw new Error(`waited ${milliseconds} ms in vain: ${what}`)
    await new Promise(resolve => setTimeout(resolve, 20))
  }
}
