import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from '#ui/toast.tsx'
import { useSaving } from '#ui/use-saving.ts'
import { api, client } from '#web/api.ts'

export type Settings = Awaited<ReturnType<typeof client.languageModels.settings>>
export type Slot = 'main' | 'fallback'
export type Choice = Settings['main']

/** Prices are micro-dollars for a million tokens; empty for those of the catalog. */
const choiceOf = ({ provider, model, baseUrl, inputPrice, outputPrice }: Choice) => ({
  provider,
  model,
  baseUrl,
  apiKey: '',
  inputPrice,
  outputPrice,
})
const valuesOf = ({ main, fallback, capCents }: Settings) => ({
  main: choiceOf(main),
  fallback: choiceOf(fallback),
  capCents,
})

/** Holds what was typed; the version is the one that the form was made from. */
export function useAiModels(settings: Settings) {
  const queries = useQueryClient()
  const [version, setVersion] = useState(settings.version)
  const form = useForm({ initialValues: valuesOf(settings) })
  const { busy, problem, save } = useSaving(form)
  const submit = form.onSubmit(
    values =>
      void save(async () => {
        // Without a model the fallback is not shown, and there is nothing to fall back from.
        const fallback = values.main.provider === 'none' ? values.main : values.fallback
        const saved = await client.languageModels.saveSettings({ ...values, fallback, version })
        setVersion(saved.version)
        form.setInitialValues(valuesOf(saved))
        form.reset()
        queries.setQueryData(api.languageModels.settings.queryKey({ input: {} }), saved)
        toast('Saved')
      }),
  )
  return { form, busy, problem, submit }
}
export type Form = ReturnType<typeof useAiModels>['form']
