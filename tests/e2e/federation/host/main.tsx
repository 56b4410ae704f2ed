import '@recado/sdk/ui/kit.css'
import './host.css'
import type { ShellManifest, Ticket } from '@recado/contracts'
import { KitProvider, ShellProvider, type ShellServices } from '@recado/sdk/ui'
import kit from '@recado/sdk/ui/locales/en.json' with { type: 'json' }
import { createPanelStore } from '@recado/shell/src/base/federation/panel-store.ts'
import { hasPanels, PluginPanel } from '@recado/shell/src/base/federation/index.ts'
import { loadRemotePanels } from '@recado/shell/src/base/federation/remote-panels.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createHashHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { setNonce } from 'get-nonce'
import i18next from 'i18next'
import { useReducer } from 'react'
import { createRoot } from 'react-dom/client'
import { initReactI18next } from 'react-i18next'

setNonce(document.querySelector<HTMLScriptElement>('script[nonce]')!.nonce)
const manifest = (await (await fetch('/manifest.json')).json()) as ShellManifest
await i18next
  .use(initReactI18next)
  .use({
    type: 'backend',
    read: (language: string, namespace: string, done: (error: unknown, words: unknown) => void) => {
      const plugin = manifest.plugins.find((one) => one.namespace === namespace)
      const path = plugin?.locales[language]
      if (path === undefined) done(null, {})
      else
        fetch(path)
          .then((answer) => answer.json())
          .then(
            (words) => done(null, words),
            (error) => done(error, null),
          )
    },
  })
  .init({ lng: 'en', fallbackLng: 'en', ns: ['kit'], resources: { en: { kit } }, partialBundledLanguages: true })

const store = createPanelStore({
  load: loadRemotePanels,
  prepare: (plugin) => i18next.loadNamespaces(plugin.namespace),
  timeoutMs: 1_500,
})
const services: ShellServices = {
  fetch: (path, init) => fetch(path, init),
  viewer: { tenantId: 't', userId: 'u', name: 'Ana', role: 'admin', tier: 'free', locale: 'en' },
  permissions: ['good.manage'],
  live: { on: () => () => undefined },
}

function Host() {
  const [clicks, click] = useReducer((count: number) => count + 1, 0)
  return (
    <main>
      <button id="host-button" className="p-4 lg:p-8" onClick={click}>
        Host is alive: {clicks}
      </button>
      {manifest.plugins.filter(hasPanels).map((plugin) => (
        <section key={plugin.id} id={plugin.id}>
          <PluginPanel
            plugin={plugin}
            panel="Card"
            slot="ticket.sidebar"
            props={{ ticket: { protocol: '2026-1' } as Ticket }}
            store={store}
          />
        </section>
      ))}
    </main>
  )
}

const router = createRouter({ routeTree: createRootRoute({ component: Host }), history: createHashHistory() })
createRoot(document.getElementById('root')!).render(
  <QueryClientProvider client={new QueryClient()}>
    <KitProvider>
      <ShellProvider services={services}>
        <RouterProvider router={router} />
      </ShellProvider>
    </KitProvider>
  </QueryClientProvider>,
)
