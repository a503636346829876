import { index, layout, route, type RouteConfig } from '@react-router/dev/routes'

export default [
  layout('layout/page.tsx', [
    index('features/prayers/feed.tsx'),
    route('prayers', 'features/prayers/feed.tsx', { id: 'prayers' }),
    route('prayers/:id', 'features/prayers/prayer.tsx'),
    route('prayers/:id/edit', 'features/prayers/edit-prayer.tsx'),
    route('pray', 'features/prayers/pray.tsx'),
    route('prayer-lists', 'features/prayer_lists/prayer-lists.tsx'),
    route('new-prayer', 'features/prayers/new-prayer.tsx'),
    route('groups', 'features/groups/groups.tsx'),
    route('groups/new', 'features/groups/new-group.tsx'),
    route('groups/join', 'features/groups/join.tsx'),
    route('groups/:id', 'features/prayers/group.tsx'),
    route('notifications', 'features/notifications/notices.tsx'),
    route('held', 'features/holds/held.tsx'),
    route('decisions', 'features/appeals/decisions.tsx'),
    route('profile', 'features/accounts/profile.tsx'),
    route('admin/content', 'features/content/manage.tsx'),
    route('admin/content/new', 'features/content/edit.tsx', { id: 'new-content' }),
    route('admin/content/:id', 'features/content/edit.tsx'),
    route('admin/*', 'features/checks/desk.tsx'),
    route('content/:slug', 'features/content/content.tsx'),
    route('signin', 'features/sessions/sign-in.tsx'),
    route('signup', 'features/sessions/sign-up.tsx'),
    route('reset-password', 'features/passwords/reset-password.tsx'),
    route('verify-email', 'features/emails/verify-email.tsx'),
    route('setup', 'features/sessions/set-up.tsx'),
    // For whoever runs the site, and linked from nowhere.
    // Every other address: one of the diagnostic pages, or none.
    route('*', 'features/diagnostics/ladder.tsx'),
  ]),
] satisfies RouteConfig
