import { checkTemplate, readAnew } from './check.ts'
import { templateHandlers } from './handlers.ts'
import { onCategory, onEdited, onQuality, onStatus } from './notices.ts'
import { syncTemplates } from './sync.ts'

/** The code of what definition.ts declares. */
export const templateImplementation = {
  routes: templateHandlers,
  on: { templateStatus: onStatus, templateQuality: onQuality, templateCategory: onCategory, templateEdited: onEdited },
  jobs: { templateCheck: checkTemplate, templateRead: readAnew, templateSync: syncTemplates },
}
