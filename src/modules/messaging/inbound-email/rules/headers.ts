/** So many bytes of headers are read; a mail server takes fewer. */
const MOST = 256 * 1024

/** The headers of a mail in their order, each on one line (RFC 5322, 2.2); encoded words stay as they are. */
export function headersOf(raw: Uint8Array): { name: string; value: string }[] {
  const [head] = new TextDecoder().decode(raw.subarray(0, MOST)).split(/\r?\n\r?\n/, 1)
  return head!
    .replace(/\r?\n[ \t]+/g, ' ')
    .split(/\r?\n/)
    .flatMap(line => {
      const at = line.indexOf(':')
      return at > 0 ? [{ name: line.slice(0, at), value: line.slice(at + 1).trim() }] : []
    })
}
