import { definePanels } from '@recado/sdk/ui'

export default definePanels({
  panels: { page: { page: '/configuracoes/importacao-zpro', load: () => import('./import-page.tsx') } },
})
