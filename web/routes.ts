import { index, layout, route, type RouteConfig } from '@react-router/dev/routes'

export default [
  layout('layout/page.tsx', [
    index('features/prayers/feed.tsx'),
    route('prayers', 'features/prayers/feed.tsx', { id: 'prayers' }),
    route('prayers/:id', 'features/prayers/prayer.tsx'),
    route('prayers/:id/edit', 'features/prayers/edit-prayer.tsx'),
    route('new-prayer', 'features/prayers/new-prayer.tsx'),
    route('content/:slug', 'features/content/content.tsx'),
    route('signin', 'features/sessions/sign-in.tsx'),
    route('signup', 'features/sessions/sign-up.tsx'),
    route('setup', 'features/sessions/set-up.tsx'),
    // For whoever runs the site, and linked from nowhere.
    route('admin-barebones/*', 'features/diagnostics/barebones.tsx'),
    route('admin-simplest/*', 'features/diagnostics/simplest.tsx'),
    route('admin-minimal/*', 'features/diagnostics/minimal.tsx'),
    route('admin-mui-test', 'features/diagnostics/mui-test.tsx'),
    route('admin-test/*', 'features/diagnostics/admin-test.tsx'),
    route('test-admin-content', 'features/diagnostics/admin-content.tsx'),
    route('test-content-editor', 'features/diagnostics/content-editor.tsx'),
    route('test-markdown-display', 'features/diagnostics/markdown-display.tsx'),
    route('theme-debug', 'features/diagnostics/theme-debug.tsx'),
    route('*', 'layout/not-found.tsx'),
  ]),
] satisfies RouteConfig
