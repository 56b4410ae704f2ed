import { KitProvider, PluginProvider, ShellProvider, type PluginIdentity, type ShellServices } from '@recado/sdk/ui'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, type RenderResult } from '@testing-library/react'
import { createInstance, type i18n, type ResourceLanguage } from 'i18next'
import type { ReactElement } from 'react'
import { I18nextProvider, initReactI18next } from 'react-i18next'
import kit from '../ui/kit/locales/en.json' with { type: 'json' }

/** Surroundings of a panel in {@link renderPanel}; those left out are present and do nothing. */
export interface PanelSurroundings {
  /** The plugin of the panel; without it the panel is rendered in the shell itself. */
  plugin?: PluginIdentity
  /** The plugin's English words; those below `errors` are sentences of its codes. */
  words?: ResourceLanguage
  /** Sentences of error codes. */
  errors?: ResourceLanguage
  /** Answers the calls of `useApi`. A call nobody expects fails the way a lost network does. */
  fetch?: ShellServices['fetch']
  permissions?: readonly string[]
  live?: ShellServices['live']
  channels?: ShellServices['channels']
}

const viewer: ShellServices['viewer'] = {
  tenantId: '018f0000-0000-7000-8000-000000000001',
  userId: '018f0000-0000-7000-8000-000000000002',
  name: 'Ana',
  role: 'admin',
  tier: 'premium',
  locale: 'en',
}

/** Draws a panel with everything around it that the shell gives: for component tests in a simulated browser. */
export function renderPanel(
  panel: ReactElement,
  {
    plugin,
    words = {},
    errors = {},
    fetch = () => Promise.reject(new TypeError('no call was expected')),
    permissions = [],
    live = { on: () => () => undefined },
    channels = [],
  }: PanelSurroundings = {},
): RenderResult {
  const language: i18n = createInstance()
  const bundle: ResourceLanguage = {
    kit,
    errors: { ...(words['errors'] as object | undefined), ...errors },
    [plugin ? `plugin.${plugin.id}` : 'translation']: words,
  }
  void language
    .use(initReactI18next)
    .init({ lng: 'en', resources: { en: bundle }, initAsync: false, interpolation: { escapeValue: false } })
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  return render(panel, {
    wrapper: ({ children }) => (
      <I18nextProvider i18n={language}>
        <QueryClientProvider client={queries}>
          <KitProvider>
            <ShellProvider services={{ fetch, viewer, permissions, live, channels }}>
              {plugin ? <PluginProvider plugin={plugin}>{children}</PluginProvider> : children}
            </ShellProvider>
          </KitProvider>
        </QueryClientProvider>
      </I18nextProvider>
    ),
  })
}
