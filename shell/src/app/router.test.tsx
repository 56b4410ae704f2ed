import { toastQueue } from '@recado/sdk/ui'
import { afterEach, expect, it } from 'vitest'
import { router } from './router.tsx'
import { session } from '../base/session/services.ts'

/** Open to anybody: pages before a session, and redirects. */
const outside = ['/login', '/register', '/redefining', '/convite', '/lgpd-consent', '/verificacao', '/chats', '/']

afterEach(() => {
  location.hash = ''
})

it('S2-016 S5-027 S5-028 S6-043 no screen of the frame opens without a session: each leads to the login, with a notice and the way back', async () => {
  session.end()
  const screens = [...new Set(Object.keys(router.routesByPath).map((path) => path.replace(/\/$/, '') || '/'))].filter(
    (path) => !outside.includes(path) && path !== '/$',
  )
  expect(screens.length).toBeGreaterThan(30)
  for (const screen of screens) {
    toastQueue.clear()
    const path = screen.replaceAll(/\$\w*/g, 'x')
    await router.navigate({ to: path })
    expect([router.state.location.pathname, router.state.location.search], screen).toEqual([
      '/login',
      { redirect: path },
    ])
    expect(
      toastQueue.shown().map(({ id }) => id),
      screen,
    ).toEqual(['login-required'])
  }
})

it('S2-015 what is at no address is not found, signed in or not', async () => {
  session.end()
  await router.navigate({ to: '/nada-disso' as '/' })
  expect([router.state.location.pathname, router.state.matches.at(-1)?.routeId, toastQueue.shown()]).toEqual([
    '/nada-disso',
    '/frame/$',
    [],
  ])
})
