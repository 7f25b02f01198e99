import { env } from '#kernel/env.ts'
import type { Step } from '../rules/steps.ts'

/** @param church the church's part of the address */
export const funnelPath = (church: string, slug: string) => `/c/${church}/go/${slug}`

/** The first step is the funnel's own address; the others are below it. */
export const stepPath = (church: string, slug: string, steps: readonly Step[], step: Step) =>
  steps[0]?.id === step.id ? funnelPath(church, slug) : `${funnelPath(church, slug)}/${step.slug}`
export const absolute = (path: string) => `${env.publicUrl}${path}`
