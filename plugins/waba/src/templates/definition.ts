import { TemplateCategoryChanged, TemplateEdited, TemplateQualityChanged, TemplateStatusChanged } from '../events.ts'
import { templateJobs } from './jobs.ts'
import { templateClaims, templateRoutes } from './routes.ts'

const pagePath = '/configuracoes/templates'
const picker = {
  slot: 'ticket.composer.actions',
  panel: 'templatePicker',
  titleKey: 'templates.picker.title',
  icon: 'file-text',
  order: 15,
} as const

/** Part of the plugin's definition for templates. */
export const templateDefinition = {
  permissions: {
    'templates.read': { titleKey: 'permission.templatesRead', roles: ['user', 'super', 'admin'] },
    'templates.manage': { titleKey: 'permission.templatesManage', roles: ['admin'] },
  },
  routes: templateRoutes,
  claims: templateClaims,
  on: {
    templateStatus: TemplateStatusChanged,
    templateQuality: TemplateQualityChanged,
    templateCategory: TemplateCategoryChanged,
    templateEdited: TemplateEdited,
  },
  jobs: templateJobs,
  pages: [
    {
      path: pagePath,
      panel: 'templates',
      titleKey: 'templates.page.title',
      nav: { group: 'settings', icon: 'file-text', order: 60 },
      when: { permission: 'waba.templates.manage' },
      tier: 'plus',
    },
  ],
  slots: [
    { ...picker, when: { connectionType: 'waba', permission: 'waba.templates.read' } },
    { ...picker, when: { connectionType: 'waba360', permission: 'waba.templates.read' } },
  ],
  commands: [{ id: 'templates', titleKey: 'templates.page.title', path: pagePath, tier: 'plus' }],
} as const
