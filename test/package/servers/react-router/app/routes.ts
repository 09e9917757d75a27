import { route, type RouteConfig } from '@react-router/dev/routes';

export default [route('api/transcribe/*', 'routes/transcribe.ts')] satisfies RouteConfig;
