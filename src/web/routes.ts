import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

export default [
  index('../modules/site/screens/home.tsx'),
  route('about', '../modules/site/screens/about.tsx'),
  route('team', '../modules/site/screens/team.tsx'),
  route('features', '../modules/site/screens/features.tsx'),
  route('contact', '../modules/site/screens/contact.tsx'),
  route('pricing', '../modules/site/screens/pricing.tsx'),
  route('tour', '../modules/site/screens/tour.tsx'),
  route('sales-funnel', '../modules/site/screens/sales-funnel.tsx'),
  route('help', '../modules/site/screens/help.tsx'),
  route('help/:slug', '../modules/site/screens/help-article.tsx'),
  route('blog', '../modules/site/screens/blog.tsx'),
  route('blog/:slug', '../modules/site/screens/blog-post.tsx'),
  route('documentation', '../modules/site/screens/documentation.tsx'),
  route('status', '../modules/site/screens/status.tsx'),
  route('privacy-policy', '../modules/site/screens/privacy-policy.tsx'),
  route('terms-of-service', '../modules/site/screens/terms-of-service.tsx'),
  route('cookie-policy', '../modules/site/screens/cookie-policy.tsx'),
  route('documentation/api', '../modules/site/screens/api-reference.tsx'),

  layout('frame.tsx', [
    route('login', '../modules/identity/screens/login.tsx'),
    route('reset-password', '../modules/identity/screens/reset-password.tsx'),
    route('invitation', '../modules/clients/screens/invitation.tsx'),
    route('outbox', '../modules/messaging/screens/outbox.tsx'),

    layout('app-layout.tsx', [
      route('welcome', '../modules/clients/screens/welcome.tsx'),
      route('dashboard', '../modules/dashboard/screens/dashboard.tsx'),
      route('dashboard/clients', '../modules/clients/screens/clients.tsx'),
      route('leads', '../modules/leads/screens/leads.tsx'),
      route('people', '../modules/people/screens/people.tsx'),
      route('people/import', '../modules/people/screens/import.tsx'),
      route('people/labels', '../modules/people/screens/labels.tsx'),
      route('people/:id', '../modules/people/screens/person.tsx'),
      route('profile', '../modules/identity/screens/profile.tsx'),
      route('admin', '../modules/platform-admin/screens/admin.tsx'),
      route('settings', '../modules/clients/screens/settings.tsx'),
    ]),
  ]),

  route('*', 'unknown.tsx'),
] satisfies RouteConfig
