export const recordKinds = ['spf', 'dkim', 'dmarc'] as const
export type RecordKind = (typeof recordKinds)[number]

export interface DnsRecord {
  kind: RecordKind
  name: string
  value: string
}

interface Facts {
  domain: string
  selector: string
  /** Base64 of the public key. */
  publicKey: string
  /** Whose servers send: the server's own domain. */
  house: string
}

/** What has to stand in a domain's DNS so that others believe mail in its name (RFC 7208, 6376, 7489). */
export const recordsFor = ({ domain, selector, publicKey, house }: Facts): DnsRecord[] => [
  { kind: 'spf', name: domain, value: `v=spf1 include:${house} ~all` },
  { kind: 'dkim', name: `${selector}._domainkey.${domain}`, value: `v=DKIM1; k=rsa; p=${publicKey}` },
  { kind: 'dmarc', name: `_dmarc.${domain}`, value: `v=DMARC1; p=none; rua=mailto:postmaster@${domain}` },
]

const tag = (record: string, name: string) =>
  record
    .split(';')
    .map(part => part.trim())
    .find(part => part.startsWith(`${name}=`))
    ?.slice(name.length + 1)
    .replace(/\s/g, '')

/** A sentence on what is wrong with the records that were found; undefined where they are as they should be. */
export function problemWith(kind: RecordKind, found: readonly string[], facts: Facts): string | undefined {
  if (kind === 'spf') return aboutSpf(found, facts.house)
  if (kind === 'dmarc') return aboutDmarc(found)
  const key = found.map(record => tag(record, 'p')).find(value => value !== undefined)
  if (key === undefined) return 'The record was not found yet. New records can take a few hours to appear.'
  if (key !== facts.publicKey) return 'The record has a different key. Please copy the whole value again.'
}

function aboutSpf(found: readonly string[], house: string): string | undefined {
  const records = found.filter(record => /^v=spf1(\s|$)/i.test(record))
  if (records.length === 0) return 'There is no SPF record yet.'
  // Two are as bad as none (RFC 7208, 4.5).
  if (records.length > 1) return 'There are two SPF records, so neither is valid. Please combine them.'
  const parts = records[0]!.toLowerCase().split(/\s+/)
  if (!parts.includes(`include:${house}`)) return `Please add include:${house} to the existing SPF record.`
  if (parts.includes('+all')) return 'With +all anyone can send as you. Please end the record with ~all or -all.'
}

function aboutDmarc(found: readonly string[]): string | undefined {
  const record = found.find(one => /^v=DMARC1\s*(;|$)/i.test(one))
  if (!record) return 'There is no DMARC record yet.'
  if (!/^(none|quarantine|reject)$/i.test(tag(record, 'p') ?? ''))
    return 'The DMARC record has no policy. Please add p=none.'
}
