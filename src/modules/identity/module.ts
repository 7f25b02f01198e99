import { defineModule } from '#kernel/modules.ts'

export default defineModule({
  name: 'identity',
  routes: [
    { path: 'login', file: 'screens/login.tsx', frame: 'plain' },
    { path: 'reset-password', file: 'screens/reset-password.tsx', frame: 'plain' },
    { path: 'oauth/consent', file: 'screens/oauth-consent.tsx', frame: 'plain' },
    { path: 'profile', file: 'screens/profile.tsx', frame: 'app' },
  ],
  statuses: {
    check: { well: 'green', failed: 'red', unknown: 'grey' },
  },
})
