export interface Size {
  accounts: number
  people: number
}

/** `1000x200`: a thousand churches of two hundred people each. @returns undefined for anything else */
export function readSize(text: string): Size | undefined {
  const [, accounts, people] = /^(\d{1,6})x(\d{1,6})$/.exec(text) ?? []
  const size = { accounts: Number(accounts), people: Number(people) }
  return size.accounts >= 1 && size.people >= 1 ? size : undefined
}
