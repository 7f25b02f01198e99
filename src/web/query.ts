import { ORPCError } from '@orpc/client'
import { QueryClient } from '@tanstack/react-query'

// A refusal stays a refusal; only what never reached the service is worth another try.
const worthAnotherTry = (failures: number, error: unknown) =>
  failures < 2 && !(error instanceof ORPCError && error.status < 500)

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: worthAnotherTry,
      retryDelay: tries => 400 * 2 ** tries,
      // Offline a list says so after two retries, with a button; by default it would wait without a word.
      networkMode: 'always',
      refetchOnReconnect: true,
    },
    mutations: { networkMode: 'always' },
  },
})
