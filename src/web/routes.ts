import { index, layout, type RouteConfig, type RouteConfigEntry, route } from '@react-router/dev/routes'
import { modules } from '#app/modules.ts'
import type { ModuleRoute } from '#kernel/modules.ts'

/** The screens that modules name for one frame. */
const inFrame = (frame: ModuleRoute['frame']): RouteConfigEntry[] =>
  modules.flatMap(({ name, routes = [] }) =>
    routes
      .filter(one => one.frame === frame)
      .map(({ path, file }) =>
        path ? route(path, `../modules/${name}/${file}`) : index(`../modules/${name}/${file}`),
      ),
  )

export default [
  ...inFrame('public'),
  layout('frame.tsx', [...inFrame('plain'), layout('app-layout.tsx', inFrame('app'))]),
  route('*', 'unknown.tsx'),
] satisfies RouteConfig
