import { createContext, useContext } from 'react'

/** Marks inline scripts as ours in the page's Content-Security-Policy; the browser never sees it. */
export const NonceContext = createContext<string | undefined>(undefined)

export const useNonce = () => useContext(NonceContext)
