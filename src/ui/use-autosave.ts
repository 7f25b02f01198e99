import { useEffect, useState, useSyncExternalStore } from 'react'
import { Autosaver, differs, type Saving } from './autosave.ts'
import { keepDraft, readDraft } from './kept-draft.ts'

/** Milliseconds after the last change. */
const PAUSE = 700

export interface AutosaveOptions<Value, Stored extends { version: number }> extends Saving<Value, Stored> {
  /** What the server had when the screen was opened. */
  stored: { version: number; value: Value }
  /** Names the record in this tab's storage: what is not saved yet survives a reload. */
  keepAs?: string
}

/** What a screen begins with: what a reload kept in this tab, else what is stored. */
export const beginning = <Value>(keepAs: string, stored: Value): Value => readDraft<Value>(keepAs)?.value ?? stored

/**
 * Saves `value` shortly after its last change, in order, before the screen goes away, and never over what someone else
 * stored. The caller holds the value; `stored`, `changesOf` and `save` say what differs and where it goes.
 */
export function useAutosave<Value, Stored extends { version: number }>(
  value: Value,
  options: AutosaveOptions<Value, Stored>,
) {
  const [saver] = useState(() => saverOf(options))
  saver.value = value
  saver.saving = options
  const status = useSyncExternalStore(saver.subscribe, saver.status, saver.status)
  const saved = !differs(options.changesOf(value, saver.known.value))
  useSoon(value, saved || status.conflict, saver.flush)
  useLeaving(saver, saved, status.conflict, options.keepAs)
  return {
    ...status,
    saved,
    flush: saver.flush,
    version: saver.version,
    accept: saver.accept,
    overwrite: saver.overwrite,
  }
}

function saverOf<Value, Stored extends { version: number }>(options: AutosaveOptions<Value, Stored>) {
  const { stored, keepAs } = options
  const saver = new Autosaver(stored, options)
  const kept = keepAs ? readDraft(keepAs) : undefined
  if (kept && kept.version !== stored.version) saver.outdated()
  return saver
}

function useSoon(value: unknown, rests: boolean, flush: () => Promise<boolean>) {
  useEffect(() => {
    if (rests) return
    const timer = setTimeout(() => void flush(), PAUSE)
    return () => clearTimeout(timer)
  }, [value, rests, flush])
}

/** Before one goes elsewhere in the app it is saved; a browser that leaves asks first, and a reload keeps it. */
function useLeaving<Value>(saver: Autosaver<Value, any>, saved: boolean, conflict: boolean, keepAs?: string) {
  useEffect(() => {
    // Kept over a reload, a conflict would come back for ever: the reload shows what is stored.
    if (keepAs && (saved || conflict)) keepDraft(keepAs, null)
    if (saved) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    const keep = () => {
      if (keepAs && !conflict) keepDraft(keepAs, { version: saver.known.version, value: saver.value })
    }
    window.addEventListener('beforeunload', warn)
    window.addEventListener('pagehide', keep)
    return () => {
      window.removeEventListener('beforeunload', warn)
      window.removeEventListener('pagehide', keep)
    }
  }, [saver, saved, conflict, keepAs])
  useEffect(() => () => void saver.flush(), [saver])
}
