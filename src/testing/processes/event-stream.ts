import { until } from './until.ts'

export interface EventStream {
  /** Topics and ids, as they came. */
  heard: { topic: string; ids: string[] }[]
  /** Waits until a change of this row was heard. */
  hears(id: string): Promise<unknown>
  close(): void
}

/** What a browser does with `/realtime/v1`: listens, and asks again where the stream breaks off. */
export async function openStream(url: string, headers: Record<string, string>): Promise<EventStream> {
  const leaving = new AbortController()
  const heard: EventStream['heard'] = []
  let opened = false
  const listen = async () => {
    const response = await fetch(`${url}/realtime/v1`, { headers, signal: leaving.signal })
    if (!response.ok) return
    let text = ''
    for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) {
      opened = true
      text += piece
      const events = text.split('\n\n')
      text = events.pop()!
      for (const event of events) {
        const data = /^data: (.*)$/m.exec(event)?.[1]
        if (data) heard.push(...JSON.parse(data).topics)
      }
    }
  }
  void (async () => {
    while (!leaving.signal.aborted) {
      await listen().catch(() => {})
      if (!leaving.signal.aborted) await new Promise(resolve => setTimeout(resolve, 100))
    }
  })()
  await until('the event stream is open', () => opened)
  return {
    heard,
    hears: id => until(`news of ${id}`, () => heard.some(change => change.ids.includes(id))),
    close: () => leaving.abort(),
  }
}
