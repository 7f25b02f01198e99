import { defineModule } from '#kernel/modules.ts'

export default defineModule({
  name: 'site',
  routes: [
    { path: '', file: 'screens/home.tsx', frame: 'public' },
    { path: 'about', file: 'screens/about.tsx', frame: 'public' },
    { path: 'team', file: 'screens/team.tsx', frame: 'public' },
    { path: 'features', file: 'screens/features.tsx', frame: 'public' },
    { path: 'contact', file: 'screens/contact.tsx', frame: 'public' },
    { path: 'pricing', file: 'screens/pricing.tsx', frame: 'public' },
    { path: 'tour', file: 'screens/tour.tsx', frame: 'public' },
    { path: 'sales-funnel', file: 'screens/sales-funnel.tsx', frame: 'public' },
    { path: 'help', file: 'screens/help.tsx', frame: 'public' },
    { path: 'help/:slug', file: 'screens/help-article.tsx', frame: 'public' },
    { path: 'blog', file: 'screens/blog.tsx', frame: 'public' },
    { path: 'blog/:slug', file: 'screens/blog-post.tsx', frame: 'public' },
    { path: 'documentation', file: 'screens/documentation.tsx', frame: 'public' },
    { path: 'status', file: 'screens/status.tsx', frame: 'public' },
    { path: 'privacy-policy', file: 'screens/privacy-policy.tsx', frame: 'public' },
    { path: 'terms-of-service', file: 'screens/terms-of-service.tsx', frame: 'public' },
    { path: 'cookie-policy', file: 'screens/cookie-policy.tsx', frame: 'public' },
    { path: 'documentation/api', file: 'screens/api-reference.tsx', frame: 'public' },
    { path: 'documentation/api/:resource', file: 'screens/api-resource.tsx', frame: 'public' },
    { path: 'newsletter', file: 'screens/newsletter.tsx', frame: 'public' },
    { path: 'newsletter/:slug', file: 'screens/newsletter-issue.tsx', frame: 'public' },
  ],
  statuses: {
    submission: { pending: 'yellow', auto_replied: 'blue', replied: 'green' },
    incident: { investigating: 'red', identified: 'yellow', monitoring: 'blue', resolved: 'green' },
  },
  sampleIds: {
    'documentation/api/:resource': { values: { resource: 'sms-campaigns' } },
    'help/:slug': { values: { slug: 'invite-colleagues' } },
    'blog/:slug': { values: { slug: 'a-board-for-monday' } },
    'newsletter/:slug': { list: '/newsletters', having: 'slug', fields: { slug: 'slug' } },
  },
})
