import type { EditionId } from '#scripture/rules/editions.ts'
import { Sentences } from '#scripture/rules/sentences.ts'
import type { Block, BlockKind, Origin } from './document.ts'

/** Writes blocks of one sermon. */
export class Writer extends Sentences {
  private count = 0

  block(kind: BlockKind, origin: Origin, text: string): Block {
    return { id: this.id(), kind, text, origin }
  }

  /** Stored words; undefined where the document has them already. */
  verse(text: string, reference: string, edition: EditionId, origin: Origin): Block | undefined {
    return this.claim(text) ? { id: this.id(), kind: 'verse', text, origin, reference, edition } : undefined
  }

  id = () => `b${++this.count}`
}
