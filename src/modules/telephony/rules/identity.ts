const bare = (id: string) => id.replaceAll('-', '')

/** Who a browser is to the carrier; of this account alone, since several may share one at the carrier. */
export const identityOf = (clientId: string, userId: string): string => `c${bare(clientId)}_u${bare(userId)}`
