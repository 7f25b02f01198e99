export interface PagePolicy {
  /** `sha256-…` of the inline styles that may apply; `inlineStyles` allows all, for documents written as mail. */
  styleHashes?: readonly string[]
  inlineStyles?: boolean
  /** `sha256-…` of the inline scripts that may run, in place of scripts of our own origin. */
  scriptHashes?: readonly string[]
  /** Image sources besides our own origin. */
  images?: readonly string[]
  /** Origins besides our own that a form may lead to; null: no form can be sent. */
  formTargets?: readonly string[] | null
  /** Who may put the page into a frame, as CSP sources; nobody by default. */
  framedBy?: string
  /** Whose pages it may show in frames of its own, and whose sound and film it may play. */
  frames?: readonly string[]
  media?: readonly string[]
}

/** The Content-Security-Policy of a public page. No inline script runs unless its hash is named. */
export function policyOf(policy: PagePolicy): string {
  const { styleHashes = [], inlineStyles, scriptHashes, images = [], formTargets = [], framedBy = "'none'" } = policy
  const { frames = [], media = [] } = policy
  const quoted = (hashes: readonly string[]) => hashes.map(hash => `'${hash}'`)
  return [
    "default-src 'none'",
    `script-src ${scriptHashes ? quoted(scriptHashes).join(' ') || "'none'" : "'self'"}`,
    `style-src ${["'self'", ...(inlineStyles ? ["'unsafe-inline'"] : quoted(styleHashes))].join(' ')}`,
    `img-src ${["'self'", ...images].join(' ')}`,
    "font-src 'self'",
    "connect-src 'self'",
    ...(frames.length > 0 ? [`frame-src ${frames.join(' ')}`] : []),
    ...(media.length > 0 ? [`media-src ${media.join(' ')}`] : []),
    `form-action ${formTargets ? ["'self'", ...formTargets].join(' ') : "'none'"}`,
    "base-uri 'none'",
    `frame-ancestors ${framedBy}`,
  ].join('; ')
}
