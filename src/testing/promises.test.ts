import { expect, test } from 'vitest'
import { templates as workflows } from '#automation/templates/rules/templates.ts'
import { templates as forms } from '#forms/rules/templates.ts'
import { templateKeys as funnelKeys, templateOf as funnelOf } from '#funnels/rules/templates.ts'
import { templates as pages, treeOf } from '#pages/rules/templates.ts'

/** Sentences that say what will happen: someone writes, calls or sends, something arrives. */
const promise =
  /\b(we|i(?= will)|someone|somebody|it|the \w+|a [\w ]*?(pastor|leader|member)|your (guide|host|link|file))( \w+ our \w+)?( will| would)?( be)? (writes?|calls?|sends?|emails?|answers?|arrives?|comes? by|remind|reminds|meets?|help you|introduce|in touch)\b|\bwill (be in touch|call|write|meet|send|help)\b/i

/** How a promise is kept. `mail`: by a mail of the same template. `file`: with a file in it. `team`: by people, who are told or have a task. `church`: a custom of the church. */
type Keeper = 'mail' | 'file' | 'team' | 'church'

const kept: Record<string, Keeper> = {
  'We send it by email within a few minutes.': 'file',
  'Your guide arrives in a few minutes.': 'file',
  'Someone who knows your name will meet you at the door.': 'team',
  'A pastor calls you within a week.': 'team',
  'A pastor calls you this week to hear your story.': 'team',
  'Someone from our office writes to you with ways to give.': 'team',
  'Someone from our office writes to you this week with ways to give.': 'team',
  'A group leader writes to you within a week.': 'team',
  'We will be in touch soon.': 'team',
  'Write to us; we answer within two days.': 'team',
  'We received your answers and will be in touch.': 'team',
  'The team will be in touch this week.': 'team',
  // What the church does anyway, on a page that the church writes and checks before it publishes it.
  'A pastor meets you and hears your story.': 'church',
  'Someone from our office will call you within the next two days.': 'team',
  'Tell me which evening suits you, and I will introduce you to a group nearby.': 'team',
  'The leader of your team will call you this week, tell you what is involved and answer your questions.': 'team',
  'Before you work with children or youth we ask everyone for a background check; we will help you with it.': 'team',
  'A pastor will call you in the next few days to hear your story and to find a time to talk about what baptism means.':
    'team',
  'If you want to share a few words, we will help you write them.': 'team',
  'If you would like to become a member, tell me, and an elder will meet with you.': 'church',
}

interface Promised {
  template: string
  sentence: string
  can: Record<Keeper, boolean>
}

const sentences = (words: string) => words.split(/(?<=[.!?])\s+|\n+/)
const texts = (value: unknown): string[] =>
  typeof value === 'string'
    ? sentences(value)
    : value && typeof value === 'object'
      ? Object.values(value).flatMap(texts)
      : []
const promisesIn = (template: string, value: unknown, can: Promised['can']): Promised[] =>
  texts(value)
    .filter(sentence => promise.test(sentence) && !sentence.endsWith('?'))
    .map(sentence => ({ template, sentence, can }))

const canOf = (lead: boolean, reply?: { hasFile?: boolean }) => ({
  mail: Boolean(reply),
  file: Boolean(reply?.hasFile),
  team: lead,
  church: true,
})

/** A task in the same workflow, for someone of the team. */
const hasTask = (graph: unknown): boolean => JSON.stringify(graph).includes('"task')

function allPromises(): Promised[] {
  const found: Promised[] = []
  for (const key of funnelKeys) {
    const funnel = funnelOf(key)
    const form = funnel.steps.find(step => step.form)?.form
    // The form of a funnel makes leads, which someone of the team gets.
    found.push(...promisesIn(`funnel ${key}`, funnel, canOf(form !== undefined, form?.reply)))
  }
  // The member who makes a form is told of what it brings.
  for (const [key, { definition, handling }] of Object.entries(forms))
    found.push(
      ...promisesIn(`form ${key}`, [definition, handling.replyText], canOf(true, handling.reply ? {} : undefined)),
    )
  for (const key of Object.keys(pages) as (keyof typeof pages)[])
    found.push(...promisesIn(`page ${key}`, treeOf(key), canOf(false)))
  for (const workflow of workflows)
    found.push(...promisesIn(`workflow ${workflow.key}`, workflow.graph, canOf(hasTask(workflow.graph))))
  return found
}

test('what a template says will happen is kept by a mail, a file or people of the team', () => {
  const found = allPromises()
  expect(found.length).toBeGreaterThan(10)
  for (const { template, sentence, can } of found) {
    const keeper = kept[sentence]
    expect(keeper, `${template}: “${sentence}” is not in the list of this test. What keeps it?`).toBeDefined()
    expect(can[keeper!], `${template}: “${sentence}” has nothing that keeps it`).toBe(true)
  }
  const said = new Set(found.map(({ sentence }) => sentence))
  expect(Object.keys(kept).filter(sentence => !said.has(sentence))).toEqual([])
})
