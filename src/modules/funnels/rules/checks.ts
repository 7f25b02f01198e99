import { NEXT_LINK } from '#pages/rules/onward.ts'
import { afterStep, isOnline, type Step } from './steps.ts'

/** What keeps a funnel from being published, and where that is fixed. */
export interface Blocker {
  stepId: string | null
  message: string
  /** A screen of ours; null: in the editor of the funnel itself. */
  href: string | null
}

export interface KnownPage {
  name: string
  isLive: boolean
  formIds: readonly string[]
  /** Every link on it. */
  hrefs: readonly string[]
}
export interface KnownForm {
  name: string
  isLive: boolean
  /** It says that it sends a file, and nobody has chosen one. */
  needsFile: boolean
  /** It asks for an email address or a phone number. */
  asksContact: boolean
  hasConsent: boolean
}
export interface KnownType {
  name: string
  isActive: boolean
  /** /book/{church}/{type} */
  path: string
}
export interface Known {
  pages: ReadonlyMap<string, KnownPage>
  forms: ReadonlyMap<string, KnownForm>
  types: ReadonlyMap<string, KnownType>
  isMobileSeen: boolean
}

const formHref = (id: string) => `/dashboard/forms/${id}`
const pageHref = (id: string) => `/page-builder/${id}`
const typeHref = (id: string) => `/calendar/types/${id}`

export function blockersOf(steps: readonly Step[], known: Known): Blocker[] {
  const online = steps.filter(isOnline)
  return [
    ...(online.length === 0 ? [{ stepId: null, message: 'Add at least one step with a page', href: null }] : []),
    ...(steps.length > 0 && !isOnline(steps[0]!)
      ? [{ stepId: steps[0]!.id, message: 'The first step needs a page that visitors can open', href: null }]
      : []),
    ...steps.flatMap(step => ofStep(steps, step, known)),
    ...(online.length > 0 && !known.isMobileSeen
      ? [{ stepId: null, message: 'Look at the phone preview once', href: null }]
      : []),
  ]
}

function ofStep(steps: readonly Step[], step: Step, known: Known): Blocker[] {
  if (!isOnline(step)) return []
  const at = (message: string, href: string | null = null): Blocker => ({
    stepId: step.id,
    message: `${step.name}: ${message}`,
    href,
  })
  return [
    ...(step.variants.length === 0 ? [at('choose a page')] : []),
    ...step.variants.flatMap(one => ofPage(steps, step, one.pageId, known, at)),
    ...goalOf(step, known, at),
    ...(step.next.kind === 'step' && !afterStep(steps, step) ? [at('the step that follows was removed')] : []),
    ...(step.next.kind === 'step' && step.next.stepId === step.id ? [at('it leads to itself')] : []),
  ]
}

type At = (message: string, href?: string | null) => Blocker

function ofPage(steps: readonly Step[], step: Step, pageId: string | null, known: Known, at: At): Blocker[] {
  const page = pageId ? known.pages.get(pageId) : undefined
  if (!pageId || !page) return [at(pageId ? 'its page was deleted: choose another one' : 'choose a page')]
  const href = pageHref(pageId)
  if (!page.isLive) return [at(`publish the page “${page.name}”`, href)]
  const { kind, id } = step.goal
  const type = kind === 'booking' && id ? known.types.get(id) : undefined
  const leadsOn = page.hrefs.includes(NEXT_LINK)
  const hasNext = afterStep(steps, step) !== undefined
  return [
    ...((kind === 'form' || kind === 'purchase') && id && known.forms.has(id) && !page.formIds.includes(id)
      ? [at(`the page “${page.name}” doesn’t show the form of this step`, href)]
      : []),
    ...(type && !page.hrefs.some(one => one.split('?')[0]!.endsWith(type.path))
      ? [at(`the page “${page.name}” has no link to ${type.path}`, href)]
      : []),
    ...(kind === 'view' && hasNext && !leadsOn
      ? [at(`a dead end: add a button to “${page.name}” that leads to ${NEXT_LINK}`, href)]
      : []),
    ...(!hasNext && leadsOn ? [at(`the page “${page.name}” leads on, but no step follows`, href)] : []),
  ]
}

function goalOf({ goal: { kind, id } }: Step, known: Known, at: At): Blocker[] {
  if (kind === 'form' || (kind === 'purchase' && id)) {
    const form = id ? known.forms.get(id) : undefined
    if (!id || !form) return [at(id ? 'its form was deleted: choose another one' : 'choose a form')]
    return [
      ...(form.needsFile ? [at(`choose the file that the form “${form.name}” sends`, formHref(id))] : []),
      ...(form.isLive ? [] : [at(`publish the form “${form.name}”`, formHref(id))]),
      ...(form.asksContact && !form.hasConsent
        ? [at(`the form “${form.name}” asks for contact details and needs a consent text`, formHref(id))]
        : []),
    ]
  }
  if (kind !== 'booking') return []
  const type = id ? known.types.get(id) : undefined
  if (!id || !type)
    return [at(id ? 'its appointment type was deleted: choose another one' : 'choose an appointment type')]
  return type.isActive ? [] : [at(`activate the appointment type “${type.name}”`, typeHref(id))]
}
