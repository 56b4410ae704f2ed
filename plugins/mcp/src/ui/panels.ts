import { definePanels } from '@recado/sdk/ui'

export default definePanels({
  panels: {
    keys: { page: '/configuracoes/mcp', load: () => import('./keys-page/keys-page.tsx') },
    consent: { page: '/configuracoes/mcp/conectar', load: () => import('./consent-page/consent-page.tsx') },
  },
})
