import { useQuery } from '@tanstack/react-query'
import { useMembers } from '#clients/widgets/use-members.ts'
import { stageTitles } from '#leads/rules/stages.ts'
import { useFormat } from '#ui/format.tsx'
import { api } from '#web/api.ts'
import type { Conditions } from '../segments/rules/condition.ts'
import { sentenceOf } from '../segments/rules/words.ts'

/** Says a segment's conditions as one sentence, with tags, groups and colleagues by their names. */
export function useSentence() {
  const tags = useQuery(api.tags.list.queryOptions({ input: {}, staleTime: 60_000 }))
  const groups = useQuery(api.groups.list.queryOptions({ input: {}, staleTime: 60_000 }))
  const { nameOf } = useMembers()
  const { locale, number } = useFormat()
  const called = (list: { id: string; name: string }[] | undefined, id: string, gone: string) =>
    list ? (list.find(one => one.id === id)?.name ?? gone) : '…'
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
  return (conditions: Conditions): string =>
    sentenceOf(conditions, {
      tag: id => called(tags.data?.items, id, 'a deleted tag'),
      group: id => called(groups.data?.items, id, 'a deleted group'),
      member: id => nameOf(id) ?? '…',
      date: text => day.format(new Date(`${text}T00:00:00Z`)),
      money: amount => number(amount / 100),
      stage: stage => stageTitles[stage as keyof typeof stageTitles],
    })
}
