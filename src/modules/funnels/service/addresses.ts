import type { Step } from '../rules/steps.ts'

/** @param site what the address begins with: the church's main address, or the path of its site on the host at hand */
export const funnelAt = (site: string, slug: string) => `${site}/go/${slug}`

/** The first step is the funnel's own address; the others are below it. */
export const stepAddress = (site: string, slug: string, steps: readonly Step[], step: Step) =>
  steps[0]?.id === step.id ? funnelAt(site, slug) : `${funnelAt(site, slug)}/${step.slug}`
