/** "grace-community-church" of "Grace Community Church", 48 characters at most; empty where no Latin letter or digit is in it. */
export const toSlug = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 48)
