import { definePanels } from '@recado/sdk/ui'

export default definePanels({
  panels: {
    write: { slot: 'ticket.composer.actions', load: () => import('./write/write-action.tsx') },
    words: { slot: 'ticket.message.below', load: () => import('./words/below-message.tsx') },
    messageActs: { slot: 'ticket.message.actions', load: () => import('./words/message-acts.tsx') },
    assistance: { slot: 'ticket.sidebar', load: () => import('./assistance/assistance.tsx') },
    prompts: { page: '/configuracoes/prompt', load: () => import('./prompts/prompts-page.tsx') },
  },
})
