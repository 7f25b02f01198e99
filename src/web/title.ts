/** What a screen's `meta` returns: "Leads · Lampstand", and a description where it has one. */
export const titled = (name: string, description?: string) => [
  { title: `${name} · Lampstand` },
  ...(description ? [{ name: 'description', content: description }] : []),
]
