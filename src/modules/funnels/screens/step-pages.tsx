import { ActionIcon, Anchor, Button, Group, NativeSelect, NumberInput, Text } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router'
import { newId } from '#ui/new-id.ts'
import { useAct } from '#ui/use-act.ts'
import { api, client } from '#web/api.ts'
import { MOST_VARIANTS, type Variant } from '../rules/steps.ts'
import classes from './funnels.module.css'
import type { SetStep, StepPanelProps } from './step-panel.tsx'

/** The page of a step, or the pages of its A/B test: chosen among the church's own, or made new. */
export function StepPages({ draft, step, funnel, disabled, set }: StepPanelProps & { set: SetStep }) {
  const navigate = useNavigate()
  const act = useAct(api.pages.key(), api.funnels.key())
  const pages = useQuery(
    api.pages.list.queryOptions({ input: { limit: 200, sort: 'name' }, meta: { live: ['pages'] } }),
  )
  const put = (id: string, changes: Partial<Variant>) =>
    set({ variants: step.variants.map(one => (one.id === id ? { ...one, ...changes } : one)) })
  async function make(variant: Variant) {
    let pageId = ''
    const create = async () =>
      void ({ id: pageId } = await client.pages.create({ template: 'blank', name: `${funnel.name}: ${step.name}` }))
    if (!(await act(create, undefined, 'The page was not created'))) return
    put(variant.id, { pageId })
    if (await draft.flush()) navigate(`/page-builder/${pageId}`)
  }
  const add = () => set({ variants: [...step.variants, { id: newId(), pageId: null, weight: 1 }] })
  const several = step.variants.length > 1
  return (
    <div>
      {step.variants.map((variant, i) => (
        <div key={variant.id} className={classes.variant}>
          <NativeSelect
            label={several ? `Page ${'ABCD'[i]}` : 'Page'}
            disabled={disabled}
            value={variant.pageId ?? ''}
            data={[
              { value: '', label: 'Choose a page' },
              ...(pages.data?.items ?? []).map(one => ({ value: one.id, label: one.name })),
            ]}
            onChange={event => put(variant.id, { pageId: event.currentTarget.value || null })}
          />
          {several ? (
            <NumberInput
              label="Weight"
              min={1}
              max={100}
              disabled={disabled}
              value={variant.weight}
              onChange={value =>
                put(variant.id, { weight: Math.min(100, Math.max(1, Math.round(Number(value) || 1))) })
              }
            />
          ) : (
            <span />
          )}
          <Group gap={4} wrap="nowrap">
            {variant.pageId ? (
              <Anchor component={Link} to={`/page-builder/${variant.pageId}`} size="sm">
                Edit page
              </Anchor>
            ) : disabled ? null : (
              <Button size="compact-sm" variant="default" onClick={() => void make(variant)}>
                New page
              </Button>
            )}
            {several && !disabled ? (
              <ActionIcon
                variant="subtle"
                aria-label={`Remove page ${'ABCD'[i]}`}
                onClick={() => set({ variants: step.variants.filter(one => one !== variant) })}
              >
                <IconTrash size={16} stroke={1.75} />
              </ActionIcon>
            ) : null}
          </Group>
        </div>
      ))}
      {disabled || step.variants.length >= MOST_VARIANTS ? null : (
        <Button
          mt="xs"
          size="compact-sm"
          variant="subtle"
          leftSection={<IconPlus size={14} stroke={1.75} />}
          onClick={add}
        >
          {step.variants.length === 0 ? 'Add a page' : 'Add a page to test against'}
        </Button>
      )}
      {several ? (
        <Text size="sm" c="dimmed">
          A visitor sees the same page every time. Weights say how many see each: 1 and 1 is half and half.
        </Text>
      ) : null}
    </div>
  )
}
