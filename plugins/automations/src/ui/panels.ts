import { definePanels } from '@recado/sdk/ui'

export default definePanels({
  panels: { page: { page: '/automacoes', load: () => import('./page/automations-page.tsx') } },
})
