/**
 * Group commit: calls that come while one batch is being written wait for the next, which takes them all.
 * @param most items of one batch
 * @returns a function that resolves once its item was written, and rejects with its batch
 */
export function batched<Item>(write: (items: readonly Item[]) => Promise<unknown>, most: number) {
  const waiting: { item: Item; done: () => void; failed: (error: unknown) => void }[] = []
  let isWriting = false

  async function drain(): Promise<void> {
    isWriting = true
    while (waiting.length > 0) {
      const batch = waiting.splice(0, most)
      await write(batch.map(({ item }) => item)).then(
        () => {
          for (const { done } of batch) done()
        },
        error => {
          for (const { failed } of batch) failed(error)
        },
      )
    }
    isWriting = false
  }

  return (item: Item): Promise<void> =>
    new Promise((done, failed) => {
      waiting.push({ item, done, failed })
      if (!isWriting) void drain()
    })
}
