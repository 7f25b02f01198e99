import { fieldErrors } from './field-errors.ts'

export interface AutosaveStatus {
  saving: boolean
  /** Someone else has saved meanwhile: nothing is tried again by itself. */
  conflict: boolean
  /** Refusals by field. */
  errors: Record<string, string>
  /** A refusal about no field. */
  problem?: unknown
}
export interface Saving<Value, Stored extends { version: number }> {
  /** What is sent: the parts of `now` that differ from `before`; empty where nothing does. */
  changesOf: (now: Value, before: Value) => object
  /** Rejects with CONFLICT where `version` is no longer the newest. */
  save: (changes: object, version: number) => Promise<Stored>
  onStored?: (stored: Stored) => void
}

const idle: AutosaveStatus = { saving: false, conflict: false, errors: {} }

/** Whether anything differs. */
export const differs = (changes: object): boolean => Object.keys(changes).length > 0

/** Changed parts of two values, compared as JSON. */
export const changedParts = <Value extends object>(now: Value, before: Value, names: readonly (keyof Value)[]) =>
  Object.fromEntries(
    names.filter(name => JSON.stringify(now[name]) !== JSON.stringify(before[name])).map(name => [name, now[name]]),
  ) as Partial<Value>

/** Saves a value's changes one request after the other, each with the version that the last one made. */
export class Autosaver<Value, Stored extends { version: number }> {
  value: Value
  known: { version: number; value: Value }
  saving: Saving<Value, Stored>
  #status = idle
  #chain: Promise<boolean> = Promise.resolve(true)
  #listeners = new Set<() => void>()

  constructor(stored: { version: number; value: Value }, saving: Saving<Value, Stored>) {
    this.known = stored
    this.value = stored.value
    this.saving = saving
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }
  readonly status = () => this.#status
  readonly version = () => this.known.version

  /** Saves what is not saved yet. @returns false where it was refused; the value stays as it was typed */
  readonly flush = (): Promise<boolean> => {
    const next = () => this.#save()
    this.#chain = this.#chain.then(next, next)
    return this.#chain
  }

  /** What the server has now, by another way than saving; `value` is what this screen shows if it isn't shown yet. */
  readonly accept = (version: number, value: Value = this.value) => {
    this.value = value
    this.known = { version, value }
    this.#become(idle)
  }

  /** Saves over what someone else has stored. */
  readonly overwrite = (version: number): Promise<boolean> => {
    this.known = { ...this.known, version }
    return this.flush()
  }

  /** Marks what is shown as begun on an older version than the stored one. */
  readonly outdated = () => {
    const problem = new Error('Someone else changed this while you were editing. Nothing was overwritten.')
    this.#become({ ...idle, conflict: true, problem })
  }

  async #save(): Promise<boolean> {
    const now = this.value
    const changes = this.saving.changesOf(now, this.known.value)
    if (!differs(changes)) return this.#become(idle)
    this.#become({ ...this.#status, saving: true })
    try {
      const stored = await this.saving.save(changes, this.known.version)
      this.known = { version: stored.version, value: now }
      this.saving.onStored?.(stored)
      return this.#become(idle)
    } catch (error) {
      const errors = fieldErrors(error)
      const conflict = (error as { code?: string }).code === 'CONFLICT'
      return this.#become({ saving: false, conflict, errors, ...(!differs(errors) && { problem: error }) }, false)
    }
  }

  #become(status: AutosaveStatus, done = true): boolean {
    this.#status = status
    for (const listener of this.#listeners) listener()
    return done
  }
}
