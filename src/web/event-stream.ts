export interface StreamEvent {
  event: string
  data: string
}

/** Takes server-sent events out of text as it arrives in pieces; comments and half events yield nothing. */
export function eventReader() {
  let rest = ''
  return function read(piece: string): StreamEvent[] {
    const blocks = (rest + piece).replaceAll('\r\n', '\n').split('\n\n')
    rest = blocks.pop() ?? ''
    return blocks.flatMap(block => {
      const lines = block.split('\n')
      const values = (name: string) =>
        lines.filter(line => line.startsWith(`${name}:`)).map(line => line.slice(name.length + 1).replace(/^ /, ''))
      const data = values('data')
      return data.length > 0 ? [{ event: values('event').at(-1) ?? 'message', data: data.join('\n') }] : []
    })
  }
}
