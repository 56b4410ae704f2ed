import i18next from 'i18next'
import { createPanelStore } from './panel-store.ts'
import type { PanelPlugin } from './panel-plugin.ts'

/** Time after which the user is told that a panel is slow; it still appears later. */
const panelTimeoutMs = 10_000

/** The federation runtime arrives with the first panel; a page without any does without it. */
const load = async (plugin: PanelPlugin, attempt: number): Promise<unknown> =>
  (await import('./remote-panels.ts')).loadRemotePanels(plugin, attempt)

/** The page's panels. */
export const panels = createPanelStore({
  load,
  prepare: (plugin) => i18next.loadNamespaces(plugin.namespace),
  timeoutMs: panelTimeoutMs,
})
