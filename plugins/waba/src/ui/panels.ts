import { definePanels } from '@recado/sdk/ui'

export default definePanels({
  panels: {
    templates: { page: '/configuracoes/templates', load: () => import('./templates/templates-page.tsx') },
    templatePicker: { slot: 'ticket.composer.actions', load: () => import('./templates/picker/template-picker.tsx') },
    signupOffer: { slot: 'connection.form', load: () => import('./signup/signup-offer.tsx') },
    signupReturn: { page: '/configuracoes/whatsapp-oficial', load: () => import('./signup/signup-return.tsx') },
    number: { slot: 'connection.card', load: () => import('./number/number-card.tsx') },
  },
})
