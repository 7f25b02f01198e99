import type { ContractRouterClient } from '@orpc/contract'
import { createContext, type RouterContext, type RouterContextProvider } from 'react-router'
import type { contract } from '#app/contract.ts'

type Api = ContractRouterClient<typeof contract>

// The server set the key before it loaded the pages; at build time nobody has, and nothing asks.
const world = globalThis as { [key: symbol]: RouterContext<Api> | undefined }

/** The API as a visitor, in this process: for loaders of pages that are rendered by the server. */
export const serverApi = (context: Readonly<RouterContextProvider>): Api =>
  context.get(world[Symbol.for('lampstand.api')] ?? createContext<Api>())
