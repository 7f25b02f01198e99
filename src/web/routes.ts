import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

export default [
  index('../modules/site/screens/home.tsx'),

  layout('frame.tsx', [
    route('login', '../modules/identity/screens/login.tsx'),
    route('reset-password', '../modules/identity/screens/reset-password.tsx'),

    layout('app-layout.tsx', [route('leads', '../modules/leads/screens/leads.tsx')]),
  ]),

  route('*', 'unknown.tsx'),
] satisfies RouteConfig
