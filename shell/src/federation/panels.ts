import i18next from 'i18next'
import { createPanelStore } from './panel-store.ts'
import { loadRemotePanels } from './remote-panels.ts'

/** How long a panel may take before the user is told; slow networks get there on their own after that. */
const panelTimeoutMs = 10_000

/** The page's panels. */
export const panels = createPanelStore({ load: loadRemotePanels, prepare: (plugin) => i18next.loadNamespaces(plugin.namespace), timeoutMs: panelTimeoutMs })
