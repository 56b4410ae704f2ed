import { definePanels } from '@recado/sdk/ui'

export default definePanels({
  panels: { bots: { page: '/configuracoes/typebotapi', load: () => import('./bots-page.tsx') } },
})
