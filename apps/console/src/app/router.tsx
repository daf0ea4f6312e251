import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { queryClient } from '../api/query-client.ts';
import { itemFiltersOf } from '../pages/action-items/item-filters.ts';
import { readCallSearch } from '../pages/call/call-search.ts';
import { readCallFilters } from '../pages/calls/call-filters.ts';
import { contactFiltersOf } from '../pages/contacts/contact-filters.ts';
import { readLogSearch } from '../pages/webhook/log-search.ts';
import { PageSkeleton } from '../parts/skeletons.tsx';
import { nextOf } from '../pages/entrance/next-page.ts';
import { sessionQuery } from '../session/session.query.ts';
import { Frame } from './frame.tsx';
import { NotFound } from './not-found.tsx';
import { FrameFailure, PageFailure } from './page-failure.tsx';
import { parseSearch, stringifySearch } from './search.ts';

const root = createRootRoute({ errorComponent: FrameFailure });

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: ({ next }: Record<string, unknown>): { next?: string } =>
    typeof next === 'string' ? { next: nextOf(next) } : {},
  component: lazyRouteComponent(() => import('../pages/entrance/sign-in.page.tsx'), 'SignInPage'),
});

const invitation = createRoute({
  getParentRoute: () => root,
  path: '/invitation',
  component: lazyRouteComponent(() => import('../pages/entrance/invitation.page.tsx'), 'InvitationPage'),
});

/** Whatever needs a signed-in member. */
const frame = createRoute({
  getParentRoute: () => root,
  id: 'frame',
  component: Frame,
  errorComponent: FrameFailure,
  beforeLoad: async ({ location }) => {
    const { session } = await queryClient.query({ ...sessionQuery, staleTime: 'static' });
    if (session !== null) return;
    // oxlint-disable-next-line typescript/only-throw-error -- how this router redirects
    throw redirect({ to: '/sign-in', search: { next: location.publicHref }, replace: true });
  },
});

const home = createRoute({
  getParentRoute: () => frame,
  path: '/',
  beforeLoad: () => {
    // oxlint-disable-next-line typescript/only-throw-error -- how this router redirects
    throw redirect({ to: '/calls', replace: true });
  },
});

const calls = createRoute({
  getParentRoute: () => frame,
  path: '/calls',
  validateSearch: readCallFilters,
  component: lazyRouteComponent(() => import('../pages/calls/calls.page.tsx'), 'CallsPage'),
});

const call = createRoute({
  getParentRoute: () => frame,
  path: '/calls/$callId',
  validateSearch: readCallSearch,
  component: lazyRouteComponent(() => import('../pages/call/call.page.tsx'), 'CallPage'),
});

const upload = createRoute({
  getParentRoute: () => frame,
  path: '/upload',
  component: lazyRouteComponent(() => import('../pages/upload/upload.page.tsx'), 'UploadPage'),
});

const contacts = createRoute({
  getParentRoute: () => frame,
  path: '/contacts',
  validateSearch: contactFiltersOf,
  component: lazyRouteComponent(() => import('../pages/contacts/contacts.page.tsx'), 'ContactsPage'),
});

const contact = createRoute({
  getParentRoute: () => frame,
  path: '/contacts/$contactId',
  component: lazyRouteComponent(() => import('../pages/contact/contact.page.tsx'), 'ContactPage'),
});

const actionItems = createRoute({
  getParentRoute: () => frame,
  path: '/action-items',
  validateSearch: itemFiltersOf,
  component: lazyRouteComponent(() => import('../pages/action-items/action-items.page.tsx'), 'ActionItemsPage'),
});

const webhooks = createRoute({
  getParentRoute: () => frame,
  path: '/webhooks',
  component: lazyRouteComponent(() => import('../pages/webhooks/webhooks.page.tsx'), 'WebhooksPage'),
});

const registerWebhook = createRoute({
  getParentRoute: () => frame,
  path: '/webhooks/register',
  component: lazyRouteComponent(
    () => import('../pages/webhook-register/webhook-register.page.tsx'),
    'WebhookRegisterPage',
  ),
});

const webhook = createRoute({
  getParentRoute: () => frame,
  path: '/webhooks/$webhookId',
  validateSearch: readLogSearch,
  component: lazyRouteComponent(() => import('../pages/webhook/webhook.page.tsx'), 'WebhookPage'),
});

const replaceSecret = createRoute({
  getParentRoute: () => frame,
  path: '/webhooks/$webhookId/replace-secret',
  validateSearch: ({ next }: Record<string, unknown>): { next?: string } => (typeof next === 'string' ? { next } : {}),
  component: lazyRouteComponent(() => import('../pages/webhook-secret/webhook-secret.page.tsx'), 'WebhookSecretPage'),
});

const settings = createRoute({
  getParentRoute: () => frame,
  path: '/settings',
  component: lazyRouteComponent(() => import('../pages/settings/settings.page.tsx'), 'SettingsPage'),
});

const settingsHome = createRoute({
  getParentRoute: () => settings,
  path: '/',
  beforeLoad: () => {
    // oxlint-disable-next-line typescript/only-throw-error -- how this router redirects
    throw redirect({ to: '/settings/api-keys', replace: true });
  },
});

const workspaceSettings = createRoute({
  getParentRoute: () => settings,
  path: '/workspace',
  component: lazyRouteComponent(() => import('../pages/settings/workspace/workspace.page.tsx'), 'WorkspacePage'),
});

const memberSettings = createRoute({
  getParentRoute: () => settings,
  path: '/members',
  component: lazyRouteComponent(() => import('../pages/settings/members/members.page.tsx'), 'MembersPage'),
});

const keySettings = createRoute({
  getParentRoute: () => settings,
  path: '/api-keys',
  component: lazyRouteComponent(() => import('../pages/settings/api-keys/api-keys.page.tsx'), 'ApiKeysPage'),
});

const accountSettings = createRoute({
  getParentRoute: () => settings,
  path: '/account',
  component: lazyRouteComponent(() => import('../pages/settings/account/account.page.tsx'), 'AccountPage'),
});

/** Every address of the console. A page is a separate chunk, loaded when the user goes there or points at a link to it. */
export const router = createRouter({
  routeTree: root.addChildren([
    signIn,
    invitation,
    frame.addChildren([
      home,
      calls,
      call,
      upload,
      contacts,
      contact,
      actionItems,
      webhooks,
      registerWebhook,
      webhook,
      replaceSecret,
      settings.addChildren([settingsHome, workspaceSettings, memberSettings, keySettings, accountSettings]),
    ]),
  ]),
  basepath: '/console',
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultPendingMs: 300,
  defaultPendingComponent: PageSkeleton,
  defaultErrorComponent: PageFailure,
  defaultNotFoundComponent: NotFound,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
