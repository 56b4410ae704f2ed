import access from './access.json'
import administrationErrors from './administrationErrors.json'
import attributes from './attributes.json'
import bulk from './bulk.json'
import companies from './companies.json'
import invitationErrors from './invitationErrors.json'
import operations from './operations.json'
import people from './people.json'
import platform from './platform.json'
import privacy from './privacy.json'
import queues from './queues.json'
import rules from './rules.json'
import webhooks from './webhooks.json'

export const words = {
  access,
  attributes,
  companies,
  operations,
  people,
  platform,
  privacy,
  queues,
  rules,
  bulk,
  webhooks,
  featureErrors: { ...invitationErrors, ...administrationErrors },
}
