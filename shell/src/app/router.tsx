import { toast } from '@recado/sdk/ui'
import { createHashHistory, createRootRoute, createRoute, createRouter, Outlet, redirect } from '@tanstack/react-router'
import i18next from 'i18next'
import { NotFound } from './frame/NotFound.tsx'
import { ScreenFailed } from './frame/ScreenFailed.tsx'
import { ScreenSkeleton } from '../base/ui/ScreenSkeleton.tsx'
import { Login } from '../screens/login/Login.tsx'
import { partOfAddress } from '../data/contacts/contact-parts.ts'
import { addressOf, filterOfAddress, type FilterAddress } from '../data/tickets/ticket-filter.ts'
import { lazyRouteComponent } from '../base/ui/lazy-screen.ts'
import { withWords } from '../base/i18n/i18n.ts'
import { SignedIn } from './SignedIn.tsx'
import { session } from '../base/session/services.ts'

/** S5-027, S5-028: without a session a screen leads to the login and back again. */
function requireLogin({ location }: { location: { href: string; pathname: string } }): void {
  if (session.current()) return
  if (location.pathname !== '/') toast.error(i18next.t('guard.loginRequired'), { id: 'login-required' })
  throw redirect({ to: '/login', search: { redirect: location.href } })
}

/** Address to go on to afterwards. */
const withRedirect = (search: Record<string, unknown>): { redirect?: string } =>
  typeof search['redirect'] === 'string' ? { redirect: search['redirect'] } : {}

/** Of a conversation, counted from its end; the first is where it opens anyway. */
const isPageNumber = (value: unknown): value is number => Number.isInteger(value) && Number(value) > 1

/**
 * A filter, what its search looks in and the message or the page that a conversation is opened at, or nothing, so that
 * odd words do not travel from address to address.
 */
const listAddress = (
  search: Record<string, unknown>,
): FilterAddress & { visao?: string; em?: 'mensagens'; mensagem?: string; pageNumber?: number } => {
  const filter = filterOfAddress(search)
  return {
    ...(filter && addressOf(filter)),
    ...(filter && typeof search['visao'] === 'string' && { visao: search['visao'] }),
    ...(search['em'] === 'mensagens' && { em: 'mensagens' }),
    ...(typeof search['mensagem'] === 'string' && { mensagem: search['mensagem'] }),
    ...(isPageNumber(search['pageNumber']) && { pageNumber: search['pageNumber'] }),
  }
}

const root = createRootRoute({ component: Outlet })
const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: withRedirect,
  beforeLoad: () => {
    if (session.current()) throw redirect({ to: '/home' })
  },
  component: Login,
})
const frame = createRoute({ getParentRoute: () => root, id: 'frame', component: SignedIn })
const index = createRoute({
  getParentRoute: () => frame,
  path: '/',
  beforeLoad: (context) => {
    requireLogin(context)
    throw redirect({ to: '/home' })
  },
})
const contacts = createRoute({
  getParentRoute: () => frame,
  path: '/contatos',
  beforeLoad: requireLogin,
  component: lazyRouteComponent(() => import('../screens/contacts/Contacts.tsx'), 'Contacts'),
})
const contactPage = createRoute({
  getParentRoute: () => frame,
  path: '/contatos/$contactId',
  validateSearch: partOfAddress,
  beforeLoad: requireLogin,
  component: lazyRouteComponent(
    () => withWords('attendance', import('../screens/contacts/page/ContactPage.tsx')),
    'ContactPage',
  ),
})
const contactSegment = createRoute({
  getParentRoute: () => frame,
  path: '/contatos/segmento/$segmentId',
  beforeLoad: requireLogin,
  component: lazyRouteComponent(() => import('../screens/contacts/segments/SegmentContacts.tsx'), 'SegmentContacts'),
})
const home = createRoute({
  getParentRoute: () => frame,
  path: '/home',
  beforeLoad: requireLogin,
  component: lazyRouteComponent(() => withWords('home', import('../screens/home/Home.tsx')), 'Home'),
})

const attendance = createRoute({
  getParentRoute: () => frame,
  path: '/atendimento',
  validateSearch: listAddress,
  beforeLoad: requireLogin,
  component: lazyRouteComponent(
    () => withWords('attendance', import('../screens/attendance/Attendance.tsx')),
    'Attendance',
  ),
})
const noTicket = createRoute({ getParentRoute: () => attendance, path: '/' })
/** Reading 32: stands before the ticket's id, with and without the trailing slash. */
const chats = createRoute({ getParentRoute: () => attendance, path: 'chats' })
const savedView = createRoute({ getParentRoute: () => attendance, path: 'visao/$viewId' })
/** S2-049: contacts beside the list. */
const besideList = createRoute({
  getParentRoute: () => attendance,
  path: 'contatos',
  component: lazyRouteComponent(() => import('../screens/contacts/ContactsBesideList.tsx'), 'ContactsBesideList'),
})
const ticket = createRoute({ getParentRoute: () => attendance, path: '$ticketId' })
/** S4-019: the same ticket, read along with. */
const watchedTicket = createRoute({ getParentRoute: () => attendance, path: '$ticketId/acompanhar' })
/** S2-026. */
const ticketBoard = createRoute({
  getParentRoute: () => frame,
  path: '/painel-atendimentos',
  beforeLoad: requireLogin,
  component: lazyRouteComponent(
    () => withWords('attendance', import('../screens/board/TicketBoard.tsx')),
    'TicketBoardPage',
  ),
})
const oldChats = createRoute({
  getParentRoute: () => root,
  path: '/chats',
  beforeLoad: () => {
    throw redirect({ to: '/atendimento/chats' })
  },
})

/** S2-068…091. Permissions of the pages are in settings-pages.ts; pages of plugins come last. */
const settings = createRoute({
  getParentRoute: () => frame,
  path: '/configuracoes',
  beforeLoad: requireLogin,
  component: lazyRouteComponent(
    () => withWords('settings', import('../screens/settings/SettingsFrame.tsx')),
    'SettingsFrame',
  ),
})
const settingsPages = [
  createRoute({
    getParentRoute: () => settings,
    path: '/',
    component: lazyRouteComponent(() => import('../screens/settings/SettingsStart.tsx'), 'SettingsStart'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: 'geral',
    component: lazyRouteComponent(() => import('../screens/platform/GeneralSettings.tsx'), 'GeneralSettings'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: 'filas',
    component: lazyRouteComponent(() => import('../screens/queues/Queues.tsx'), 'Queues'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: 'etiquetas',
    component: lazyRouteComponent(() => import('../screens/tags/Tags.tsx'), 'Tags'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: 'atributos',
    component: lazyRouteComponent(() => import('../screens/attributes/Attributes.tsx'), 'Attributes'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: 'atendimento',
    component: lazyRouteComponent(() => import('../screens/rules/AttendanceRules.tsx'), 'AttendanceRules'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: 'respostas-automaticas',
    component: lazyRouteComponent(() => import('../screens/responders/Responders.tsx'), 'Responders'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: 'licenca',
    component: lazyRouteComponent(() => import('../screens/companies/Licence.tsx'), 'Licence'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: 'informacoes-sistema',
    component: lazyRouteComponent(() => import('../screens/platform/SystemInfo.tsx'), 'SystemInfo'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: 'usuarios',
    component: lazyRouteComponent(() => import('../screens/users/Users.tsx'), 'Users'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: 'perfis',
    component: lazyRouteComponent(() => import('../screens/users/Roles.tsx'), 'Roles'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: 'grupos',
    component: lazyRouteComponent(() => import('../screens/users/Groups.tsx'), 'Groups'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: 'horarios',
    component: lazyRouteComponent(() => import('../screens/users/Hours.tsx'), 'Hours'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: 'canais',
    component: lazyRouteComponent(() => withWords('settings', import('../screens/channels/Channels.tsx')), 'Channels'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: 'plugins',
    component: lazyRouteComponent(() => withWords('settings', import('../screens/plugins/Plugins.tsx')), 'Plugins'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: 'gerenciar-passkeys',
    component: lazyRouteComponent(() => import('../screens/access/ManagePasskeys.tsx'), 'ManagePasskeys'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: 'login-unico',
    component: lazyRouteComponent(() => import('../screens/access/SingleSignOn.tsx'), 'SingleSignOn'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: 'tokens',
    component: lazyRouteComponent(() => import('../screens/access/Tokens.tsx'), 'Tokens'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: 'webhooks',
    component: lazyRouteComponent(() => import('../screens/webhooks/Webhooks.tsx'), 'Webhooks'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: 'webhooks/$endpointId',
    component: lazyRouteComponent(() => import('../screens/webhooks/Deliveries.tsx'), 'Deliveries'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: 'auditoria',
    component: lazyRouteComponent(() => import('../screens/privacy/Audit.tsx'), 'Audit'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: 'privacidade',
    component: lazyRouteComponent(() => import('../screens/privacy/Privacy.tsx'), 'Privacy'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: 'operacao',
    component: lazyRouteComponent(
      () => withWords('settings', import('../screens/operations/Operations.tsx')),
      'Operations',
    ),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: 'globais',
    component: lazyRouteComponent(() => import('../screens/platform/Globals.tsx'), 'Globals'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: 'empresas',
    component: lazyRouteComponent(() => import('../screens/companies/Companies.tsx'), 'Companies'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: 'planos',
    component: lazyRouteComponent(() => import('../screens/companies/Plans.tsx'), 'Plans'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '$',
    component: lazyRouteComponent(() => import('./PluginPage.tsx'), 'PluginPage'),
  }),
]
const account = [
  createRoute({
    getParentRoute: () => frame,
    path: '/passkey',
    beforeLoad: requireLogin,
    component: lazyRouteComponent(
      () => withWords('ownPasskeys', import('../screens/passkeys/OwnPasskeys.tsx')),
      'OwnPasskeys',
    ),
  }),
  createRoute({
    getParentRoute: () => frame,
    path: '/sessoes',
    beforeLoad: requireLogin,
    component: lazyRouteComponent(() => import('../screens/sessions/OwnSessions.tsx'), 'OwnSessions'),
  }),
  createRoute({
    getParentRoute: () => frame,
    path: '/atalhos',
    beforeLoad: requireLogin,
    component: lazyRouteComponent(() => import('../screens/shortcuts/Shortcuts.tsx'), 'Shortcuts'),
  }),
  createRoute({
    getParentRoute: () => frame,
    path: '/notificacoes',
    beforeLoad: requireLogin,
    component: lazyRouteComponent(() => import('../screens/notifications/Notifications.tsx'), 'Notifications'),
  }),
]
/** Pages of plugins are in the manifest; any other path is not found (S2-015, for everybody). */
const anyPath = createRoute({
  getParentRoute: () => frame,
  path: '$',
  component: lazyRouteComponent(() => import('./PluginPage.tsx'), 'PluginPage'),
})

/** Before and beside a session. */
const outside = [
  createRoute({
    getParentRoute: () => root,
    path: '/register',
    component: lazyRouteComponent(() => withWords('registration', import('../screens/login/Register.tsx')), 'Register'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/redefining',
    component: lazyRouteComponent(() => import('../screens/login/ResetPassword.tsx'), 'ResetPassword'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/convite',
    component: lazyRouteComponent(
      () => withWords('registration', import('../screens/login/AcceptInvitation.tsx')),
      'AcceptInvitation',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/verificacao',
    validateSearch: withRedirect,
    component: lazyRouteComponent(
      () => withWords('ownPasskeys', import('../screens/passkeys/Enrolment.tsx')),
      'Enrolment',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/lgpd-consent',
    validateSearch: withRedirect,
    component: lazyRouteComponent(() => withWords('registration', import('../screens/consent/Consent.tsx')), 'Consent'),
  }),
]

const routeTree = root.addChildren([
  login,
  ...outside,
  oldChats,
  frame.addChildren([
    index,
    home,
    contacts,
    contactPage,
    contactSegment,
    ticketBoard,
    attendance.addChildren([noTicket, chats, besideList, savedView, ticket, watchedTicket]),
    settings.addChildren(settingsPages),
    ...account,
    anyPath,
  ]),
])

/** S2-001: hash mode. In a file without components, so that editing one does not make it again. */
export const router = createRouter({
  routeTree,
  history: createHashHistory(),
  defaultPreload: 'intent',
  defaultPendingMs: 150,
  defaultPendingMinMs: 0,
  trailingSlash: 'preserve',
  defaultPendingComponent: ScreenSkeleton,
  defaultNotFoundComponent: NotFound,
  defaultErrorComponent: ScreenFailed,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

// A session that ends or begins in another tab changes what may be shown here.
addEventListener('storage', ({ key }) => {
  // The user is the same: only their choices changed.
  if (key === 'usuario') return session.reload()
  if (key !== null && key !== 'token') return
  session.reload()
  void router.invalidate()
})
