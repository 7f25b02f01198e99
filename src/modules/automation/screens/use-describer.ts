import { useQuery } from '@tanstack/react-query'
import { useMembers } from '#clients/widgets/use-members.ts'
import { keyed } from '#kernel/modules.ts'
import type { Conditions } from '#people/segments/rules/condition.ts'
import { useLeadNames } from '#people/widgets/use-lead-names.ts'
import { useSentence } from '#people/widgets/use-sentence.ts'
import { useFormat } from '#ui/format.tsx'
import { placeholderOf } from '#ui/placeholder.ts'
import { api } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import type { Describer } from '../rules/summary.ts'

const soon = { staleTime: 60_000 }
interface Named {
  id: string
  name: string
}

/** Lists in which something chosen by id has its name. */
function useNamedLists(): Record<string, readonly Named[] | undefined> {
  const tags = useQuery(api.tags.list.queryOptions({ input: {}, ...soon }))
  const groups = useQuery(api.groups.list.queryOptions({ input: {}, ...soon }))
  const forms = useQuery(
    api.forms.list.queryOptions({ input: { limit: 200 }, enabled: useMay('content.read'), ...soon }),
  )
  const libraries = useQuery(
    api.videoLibraries.list.queryOptions({ input: {}, enabled: useMay('content.read'), ...soon }),
  )
  const courses = useQuery(
    api.courses.list.queryOptions({ input: { limit: 200 }, enabled: useMay('content.read'), ...soon }),
  )
  const types = useQuery(
    api.calendarTypes.list.queryOptions({ input: { limit: 200 }, enabled: useMay('calendar.read'), ...soon }),
  )
  const workflows = useQuery(api.workflows.list.queryOptions({ input: { limit: 200 }, ...soon }))
  const templates = useQuery(
    api.emailTemplates.list.queryOptions({ input: {}, enabled: useMay('messaging.write'), ...soon }),
  )
  const endpoints = useQuery(
    api.webhookEndpoints.list.queryOptions({ input: {}, enabled: useMay('api.write'), ...soon }),
  )
  return {
    tag: tags.data?.items,
    group: groups.data?.items,
    form: forms.data?.items,
    videoLibrary: libraries.data?.items,
    course: courses.data?.items.map(({ id, title }) => ({ id, name: title })),
    appointmentType: types.data?.items,
    workflow: workflows.data?.items,
    emailTemplate: templates.data?.items,
    webhookEndpoint: endpoints.data?.items.map(one => ({ id: one.id, name: one.url })),
  }
}

/** How pieces, conditions and steps are said on this account's screens. */
export function useDescriber(): Describer {
  const lists = useNamedLists()
  const { nameOf } = useMembers()
  const { stageTitles } = useLeadNames()
  const sentence = useSentence()
  const { locale } = useFormat()
  const clock = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: 'UTC' })

  const name = (kind: string, id: unknown): string => {
    const blank = placeholderOf(id)
    if (blank) return `[[${blank}]]`
    if (typeof id !== 'string' || !id) return '…'
    if (kind === 'member') return nameOf(id) ?? '…'
    if (kind === 'stage') return stageTitles[id as keyof typeof stageTitles] ?? id
    const list = lists[kind]
    return list ? (list.find(one => one.id === id)?.name ?? 'something deleted') : '…'
  }
  return {
    trigger: ({ trigger, input }) => keyed('automationTriggers').get(trigger)?.sentence?.(input, name) ?? trigger,
    action: (action, input) => keyed('automationActions').get(action)?.sentence?.(input, name) ?? action,
    people: conditions => {
      const asked = conditions as Conditions | null
      if (!asked?.of?.length) return 'people who …'
      return sentence(asked)
        .replace(/^People/, 'people')
        .replace(/\.$/, '')
    },
    member: id => (id ? (nameOf(id) ?? '…') : 'the person’s owner'),
    time: text => (/^\d\d:\d\d$/.test(text) ? clock.format(new Date(`1970-01-01T${text}:00Z`)) : text),
  }
}
