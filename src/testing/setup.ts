import path from 'node:path'
import { beforeEach, inject, vi } from 'vitest'

process.env.DATA_DIR = path.join(inject('scratch'), 'files')

// Whatever a test prints as an error is one.
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation((...said) => {
    throw new Error(`console.error: ${said.map(String).join(' ')}`)
  })
})
