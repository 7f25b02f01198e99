import { createContext, useContext } from 'react'

/** Whose blocks are edited: a church's campaign, or the operator's own newsletter, whose readers are known by name alone. */
export const BlockHome = createContext<'church' | 'house'>('church')

export const useBlockHome = () => useContext(BlockHome)
