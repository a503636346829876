import { index, route, type RouteConfig } from '@react-router/dev/routes'

export default [
  index('features/prayers/feed.tsx'),
  route('prayers', 'features/prayers/feed.tsx', { id: 'prayers' }),

  route('*', 'layout/not-found.tsx'),
] satisfies RouteConfig
