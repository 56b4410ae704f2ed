import contactErrors from './contactErrors.json'
import contacts from './contacts.json'

export const words = { contacts, featureErrors: contactErrors }
