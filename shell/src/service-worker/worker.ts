import { offlinePage } from './offline-page.ts'
import { openTicket, showPush } from './push.ts'
import type { WorkerScope } from './scope.ts'

/* The service worker: pushes, and an offline page while the server cannot be reached. It caches nothing: the browser
   caches files with a hash in their names, and everything else is fetched again, so that nobody works with an old
   shell or sees an old answer. That is why a new worker may take over at once. */
const scope = globalThis as unknown as WorkerScope

scope.addEventListener('install', (event) => event.waitUntil(scope.skipWaiting()))
scope.addEventListener('activate', (event) => event.waitUntil(scope.clients.claim()))
scope.addEventListener('push', (event) => event.waitUntil(showPush(scope, event.data)))
scope.addEventListener('notificationclick', (event) => event.waitUntil(openTicket(scope, event.notification)))
scope.addEventListener('fetch', (event) => {
  const { request } = event
  if (request.mode === 'navigate' && new URL(request.url).pathname === '/')
    event.respondWith(scope.fetch(request).catch(() => offlinePage(scope.navigator.language)))
})
