import { definePanels } from '@recado/sdk/ui'

export default definePanels({
  panels: {
    list: { page: '/configuracoes/chat-flow', load: () => import('./list/list-page.tsx') },
    builder: { page: '/configuracoes/chat-flow/builder', load: () => import('./builder/builder-page.tsx') },
    steps: { page: '/auto-resposta', load: () => import('./steps/steps-page.tsx') },
  },
})
