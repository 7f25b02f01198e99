import { useQuery } from '@tanstack/react-query'
import { useMembers } from '#clients/widgets/use-members.ts'
import { useMoney } from '#clients/widgets/use-money.ts'
import { useFormat } from '#ui/format.tsx'
import { api } from '#web/api.ts'
import type { CustomField } from '../fields/rules/types.ts'
import type { Conditions } from '../segments/rules/condition.ts'
import { sentenceOf } from '../segments/rules/words.ts'
import { useCustomFields } from './use-custom-fields.ts'
import { useLeadNames } from './use-lead-names.ts'

const factNames = (fields: readonly CustomField[], id: string, gone: string) => {
  const field = fields.find(one => one.id === id)
  return {
    label: field?.label ?? gone,
    option: (option: string) => field?.options.find(one => one.id === option)?.label ?? '…',
  }
}

/** Says a segment's conditions as one sentence, with tags, groups and colleagues by their names. */
export function useSentence() {
  const tags = useQuery(api.tags.list.queryOptions({ input: {}, staleTime: 60_000 }))
  const groups = useQuery(api.groups.list.queryOptions({ input: {}, staleTime: 60_000 }))
  const { fields, isPending } = useCustomFields()
  const { nameOf } = useMembers()
  const { stageTitles, outcomeTitles } = useLeadNames()
  const { locale, number } = useFormat()
  const called = (list: { id: string; name: string }[] | undefined, id: string, gone: string) =>
    list ? (list.find(one => one.id === id)?.name ?? gone) : '…'
  const money = useMoney()
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
  return (conditions: Conditions): string =>
    sentenceOf(conditions, {
      tag: id => called(tags.data?.items, id, 'a deleted tag'),
      group: id => called(groups.data?.items, id, 'a deleted group'),
      member: id => nameOf(id) ?? '…',
      date: text => day.format(new Date(`${text}T00:00:00Z`)),
      money,
      field: id => factNames(fields, id, isPending ? '…' : 'a private or deleted field'),
      number,
      stage: stage => stageTitles[stage as keyof typeof stageTitles],
      outcome: outcome => outcomeTitles[outcome as keyof typeof outcomeTitles],
    })
}
