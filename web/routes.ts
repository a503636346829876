import { index, layout, route, type RouteConfig } from '@react-router/dev/routes'

export default [
  layout('layout/page.tsx', [
    index('pages/feed.tsx'),
    route('prayers', 'pages/feed.tsx', { id: 'prayers' }),
    route('prayers/:id', 'pages/prayer.tsx'),
    route('prayers/:id/edit', 'pages/edit-prayer.tsx'),
    route('pray', 'pages/pray/pray.tsx'),
    route('prayer-lists', 'pages/prayer-lists.tsx'),
    route('new-prayer', 'pages/new-prayer.tsx'),
    route('groups', 'pages/groups.tsx'),
    route('groups/new', 'pages/new-group.tsx'),
    route('groups/join', 'pages/join.tsx'),
    route('groups/:id', 'pages/group.tsx'),
    route('notifications', 'pages/notices.tsx'),
    route('held', 'pages/held.tsx'),
    route('decisions', 'pages/decisions.tsx'),
    route('profile', 'pages/profile/profile.tsx'),
    route('admin/content', 'pages/desk/manage-content.tsx'),
    route('admin/content/new', 'pages/desk/edit-content.tsx', { id: 'new-content' }),
    route('admin/content/:id', 'pages/desk/edit-content.tsx'),
    route('admin/*', 'pages/desk/desk.tsx'),
    route('content/:slug', 'pages/content.tsx'),
    route('signin', 'pages/sign-in.tsx'),
    route('signup', 'pages/sign-up.tsx'),
    route('reset-password', 'pages/reset-password.tsx'),
    route('verify-email', 'pages/verify-email.tsx'),
    route('setup', 'pages/set-up.tsx'),
    // Diagnostic pages for operators, linked from nowhere; any other address is a 404.
    route('*', 'pages/diagnostics/ladder.tsx'),
  ]),
] satisfies RouteConfig
