/** A sentence for people, from whatever was thrown. Our own server's refusals are such sentences already. */
export function messageOf(error: unknown): string {
  if (error instanceof Error && error.message) return error.message
  return typeof error === 'string' && error ? error : 'Something went wrong. Please try again.'
}
