import { definePanels } from '@recado/sdk/ui'

export default definePanels({
  panels: {
    poll: { slot: 'ticket.composer.actions', load: () => import('./polls/poll-action.tsx') },
    pairing: { slot: 'connection.card', load: () => import('./pairing/pairing-card.tsx') },
    passkey: { slot: 'connection.card', load: () => import('./passkey/passkey-card.tsx') },
  },
})
