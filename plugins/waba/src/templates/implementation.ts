import { checkTemplate } from './check.ts'
import { templateHandlers } from './handlers.ts'
import { onCategory, onQuality, onStatus } from './notices.ts'
import { syncTemplates } from './sync.ts'

/** The code of what definition.ts declares. */
export const templateImplementation = {
  routes: templateHandlers,
  on: { templateStatus: onStatus, templateQuality: onQuality, templateCategory: onCategory },
  jobs: { templateCheck: checkTemplate, templateSync: syncTemplates },
}
