import { type ComponentType, type LazyExoticComponent, lazy, type ReactNode, Suspense } from 'react'
import type { Lazy } from '#kernel/modules.ts'

const fetched = new WeakMap<Lazy<any>, LazyExoticComponent<ComponentType<any>>>()

/** One component for each loader, so that a widget that is shown again is the same and keeps its state. */
function componentOf<Props>(load: Lazy<Props>): ComponentType<Props> {
  const known = fetched.get(load)
  if (known) return known
  const code = load()
  // After a failed load, the next screen that shows the widget loads it again.
  code.catch(() => fetched.delete(load))
  const made = lazy(async () => ({ default: (await code) as ComponentType<any> }))
  fetched.set(load, made)
  return made
}

/** Starts fetching the code of these widgets, for a screen that is going to show them. */
export function fetchAhead(widgets: { load: Lazy<any> }[]): void {
  if (!import.meta.env.SSR) for (const { load } of widgets) componentOf(load)
}

interface WidgetProps<Props> {
  load: Lazy<Props>
  /** what it takes, if anything */
  props?: Props
}

/** A widget that a manifest names, within a Suspense of the screen that shows it. */
export function Widget<Props extends object>({ load, props }: WidgetProps<Props>) {
  const Shown: ComponentType<any> = componentOf(load)
  return <Shown {...props} />
}

/** The same with something in its place until its code is there. */
export const LazyWidget = <Props extends object>({
  fallback,
  ...widget
}: WidgetProps<Props> & { fallback: ReactNode }) => (
  <Suspense fallback={fallback}>
    <Widget {...widget} />
  </Suspense>
)
