export { readTemplateMessage, type TemplateMessage } from './templates/message.ts'
export { reviewRoutes } from './templates/review.ts'
export { gatewayTemplates, graphTemplates, type TemplateCaller } from './templates/routes.ts'
export { TemplateShelf, type Notify, type StoredTemplate } from './templates/shelf.ts'
