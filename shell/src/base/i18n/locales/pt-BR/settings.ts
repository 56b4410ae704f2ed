import administrationErrors from './administrationErrors.json'
import settings from './settings.json'

export const words = { settings, featureErrors: administrationErrors }
