import { definePanels } from '@recado/sdk/ui'

export default definePanels({
  panels: {
    control: { slot: 'ticket.composer.above', load: () => import('./control/control-notice.tsx') },
    templatePicker: { slot: 'ticket.composer.actions', load: () => import('./templates/template-picker.tsx') },
    templates: { page: '/configuracoes/modelos-messenger', load: () => import('./templates/templates-page.tsx') },
  },
})
