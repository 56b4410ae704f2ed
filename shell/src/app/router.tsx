import { toast } from '@recado/sdk/ui'
import { createHashHistory, createRootRoute, createRoute, createRouter, lazyRouteComponent, Outlet, redirect } from '@tanstack/react-router'
import i18next from 'i18next'
import { NotFound } from '../frame/NotFound.tsx'
import { ScreenFailed } from '../frame/ScreenFailed.tsx'
import { ScreenSkeleton } from '../frame/ScreenSkeleton.tsx'
import { Login } from '../login/Login.tsx'
import { SignedIn } from './SignedIn.tsx'
import { session } from './services.ts'

/** S5-027, S5-028: without a session a screen leads to the login and back again. */
function requireLogin({ location }: { location: { href: string; pathname: string } }): void {
  if (session.current()) return
  if (location.pathname !== '/') toast.error(i18next.t('guard.loginRequired'), { id: 'login-required' })
  throw redirect({ to: '/login', search: { redirect: location.href } })
}

/** S5-029, S5-030. The server refuses on its own; this only spares the user the way. */
function requireAdmin(context: { location: { href: string; pathname: string } }): void {
  requireLogin(context)
  if (session.current()?.profile === 'admin') return
  toast.error('ERR_NO_PERMISSION', { id: 'no-permission' })
  throw redirect({ to: '/home' })
}

const root = createRootRoute({ component: Outlet })
const login = createRoute({
  getParentRoute: () => root, path: '/login', validateSearch: (search: Record<string, unknown>): { redirect?: string } => typeof search['redirect'] === 'string' ? { redirect: search['redirect'] } : {},
  beforeLoad: () => { if (session.current()) throw redirect({ to: '/home' }) },
  component: Login,
})
const frame = createRoute({ getParentRoute: () => root, id: 'frame', component: SignedIn })
const index = createRoute({ getParentRoute: () => frame, path: '/', beforeLoad: (context) => { requireLogin(context); throw redirect({ to: '/home' }) } })
const home = createRoute({ getParentRoute: () => frame, path: '/home', beforeLoad: requireLogin, component: lazyRouteComponent(() => import('../home/Home.tsx'), 'Home') })

const attendance = createRoute({ getParentRoute: () => frame, path: '/atendimento', beforeLoad: requireLogin, component: lazyRouteComponent(() => import('../attendance/Attendance.tsx'), 'Attendance') })
const noTicket = createRoute({ getParentRoute: () => attendance, path: '/' })
/** Decision 32: stands before the ticket's id, with and without the trailing slash. */
const chats = createRoute({ getParentRoute: () => attendance, path: 'chats' })
const ticket = createRoute({ getParentRoute: () => attendance, path: '$ticketId' })
const oldChats = createRoute({ getParentRoute: () => root, path: '/chats', beforeLoad: () => { throw redirect({ to: '/atendimento/chats' }) } })

const channels = createRoute({ getParentRoute: () => frame, path: '/configuracoes/canais', beforeLoad: requireLogin, component: lazyRouteComponent(() => import('../channels/Channels.tsx'), 'Channels') })
const plugins = createRoute({ getParentRoute: () => frame, path: '/configuracoes/plugins', beforeLoad: requireAdmin, component: lazyRouteComponent(() => import('../plugins/Plugins.tsx'), 'Plugins') })
/** Pages of plugins stand in the manifest; what is not there either is not found (S2-015, for everybody). */
const anyPath = createRoute({ getParentRoute: () => frame, path: '$', component: lazyRouteComponent(() => import('./PluginPage.tsx'), 'PluginPage') })

const routeTree = root.addChildren([login, oldChats, frame.addChildren([index, home, attendance.addChildren([noTicket, chats, ticket]), channels, plugins, anyPath])])

/** S2-001: hash mode. Lives apart from components, so that editing one does not make it anew. */
export const router = createRouter({
  routeTree, history: createHashHistory(), defaultPreload: 'intent', defaultPendingMs: 150, defaultPendingMinMs: 0, trailingSlash: 'preserve',
  defaultPendingComponent: ScreenSkeleton, defaultNotFoundComponent: NotFound, defaultErrorComponent: ScreenFailed,
})

declare module '@tanstack/react-router' {
  interface Register { router: typeof router }
}

// A session that ends or begins in another tab decides anew what may be shown here.
addEventListener('storage', ({ key }) => {
  if (key !== null && key !== 'token') return
  session.reload()
  void router.invalidate()
})
