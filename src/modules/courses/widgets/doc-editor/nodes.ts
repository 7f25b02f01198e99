import { mergeAttributes, Node } from '@tiptap/core'
import Image from '@tiptap/extension-image'
import { type CalloutTone, calloutNames } from '../../rules/document.ts'

/** A picture that was uploaded here: its address is made from its id, never taken from elsewhere. */
export const LessonImage = Image.extend({
  addAttributes() {
    return {
      fileId: { default: null },
      alt: { default: '' },
    }
  },
  parseHTML: () => [],
  renderHTML({ HTMLAttributes, node }) {
    const src = node.attrs.fileId ? `/storage/v1/pictures/${node.attrs.fileId}` : ''
    return ['img', mergeAttributes(HTMLAttributes, { src, alt: node.attrs.alt })]
  },
})

/** A box that stands out: a note, a tip, a caution. */
export const Callout = Node.create({
  name: 'callout',
  group: 'block',
  content: 'paragraph+',
  defining: true,
  addAttributes: () => ({ tone: { default: 'note' satisfies CalloutTone } }),
  parseHTML: () => [{ tag: 'aside[data-tone]' }],
  renderHTML({ node }) {
    const tone = node.attrs.tone as CalloutTone
    return ['aside', { 'data-tone': tone, 'data-label': calloutNames[tone] ?? calloutNames.note }, 0]
  },
})

/** A Bible passage: learners read its words, which are fetched when the lesson is shown. */
export const Verse = Node.create({
  name: 'verse',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({ reference: { default: '' } }),
  parseHTML: () => [],
  renderHTML: ({ node }) => ['div', { 'data-verse': '', class: 'verse' }, String(node.attrs.reference)],
})
